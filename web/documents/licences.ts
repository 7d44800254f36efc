export interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly licenses?: readonly { readonly type: string }[];
  readonly author?: string | { readonly name: string };
  readonly homepage?: string;
}

/** Licences (SPDX ids) that allow selling the work as part of ours. OFL fonts may be bundled, but not sold alone. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
];

/** For tools that we do not distribute. */
const forTools = ['MPL-2.0'];

export function getLicence({ license, licenses = [] }: Pick<PackageJson, 'license' | 'licenses'>): string {
  return license ?? (licenses.map(({ type }) => type).join(' OR ') || 'unknown');
}

export function isPermissive(licence: string): boolean {
  return isWithin(licence, permissive);
}

export function isFitForTools(licence: string): boolean {
  return isWithin(licence, [...permissive, ...forTools]);
}

/** For `OR` one licence must be allowed, for `AND` all. Nested expressions are refused. */
function isWithin(licence: string, good: readonly string[]): boolean {
  const choices = licence.replace(/^\(([^()]*)\)$/, '$1').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((id) => good.includes(id)));
}

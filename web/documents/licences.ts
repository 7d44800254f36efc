export interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  /** The form before 2014. */
  readonly licenses?: readonly { readonly type: string }[];
  readonly author?: string | { readonly name: string };
  readonly homepage?: string;
}

/**
 * Licences (SPDX ids) whose work may be sold as part of ours. The font's allows bundling, not selling alone.
 */
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

/** @returns an SPDX expression, or `unknown` */
export function licenceOf({ license, licenses = [] }: Pick<PackageJson, 'license' | 'licenses'>): string {
  return license ?? (licenses.map(({ type }) => type).join(' OR ') || 'unknown');
}

export function isPermissive(licence: string): boolean {
  return isWithin(licence, permissive);
}

export function isFitForTools(licence: string): boolean {
  return isWithin(licence, [...permissive, ...forTools]);
}

/** Of alternatives one must be good, of a combination all. Deeper nesting counts as bad. */
function isWithin(licence: string, good: readonly string[]): boolean {
  const choices = licence.replace(/^\(([^()]*)\)$/, '$1').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((id) => good.includes(id)));
}

export interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly licenses?: readonly { readonly type: string }[];
  readonly author?: string | { readonly name: string };
  readonly homepage?: string;
}

/** SPDX ids of licences that allow distribution with a commercial site. OFL fonts may be bundled, but not sold alone. */
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

/**
 * Copyleft that ends with the file. The package is served unchanged, in files of its own, and its notice says where the
 * source is.
 */
const servedUnchanged: Readonly<Record<string, string>> = { '@browsermt/bergamot-translator': 'MPL-2.0' };

/** Also allowed for tools that we do not distribute. */
const toolsOnly = ['MPL-2.0', 'Python-2.0'];

export function getLicence({ license, licenses = [] }: Pick<PackageJson, 'license' | 'licenses'>): string {
  return license ?? (licenses.map(({ type }) => type).join(' OR ') || 'unknown');
}

export function mayBeServed({ name, ...given }: PackageJson): boolean {
  const licence = getLicence(given);
  return isPermissive(licence) || servedUnchanged[name] === licence;
}

export function isPermissive(licence: string): boolean {
  return isAllowed(licence, permissive);
}

export function isToolLicence(licence: string): boolean {
  return isAllowed(licence, [...permissive, ...toolsOnly]);
}

/** `OR` needs one allowed licence, `AND` all of them. Nested expressions are rejected. */
function isAllowed(licence: string, allowed: readonly string[]): boolean {
  const choices = licence.replace(/^\(([^()]*)\)$/, '$1').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((id) => allowed.includes(id)));
}

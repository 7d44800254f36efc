/** What a package says of itself, as far as it is read here. */
export interface PackageJson {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license?: string;
  /** As packages said it before 2014, and some still do. */
  readonly licenses?: readonly { readonly type: string }[];
  readonly author?: string | { readonly name: string };
  readonly homepage?: string;
}

/**
 * Licences under which others' work may be sold as part of ours, for its notice or for nothing: SPDX's ids.
 * The font's is the one that is not a program's: it may be bundled with any, and not sold alone.
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

/** For what builds and checks, and is handed on to nobody: files under it stay under it, and ours do not come under it. */
const forTools = ['MPL-2.0'];

/** @returns an SPDX expression; `unknown` where the package says nothing */
export function licenceOf({ license, licenses = [] }: Pick<PackageJson, 'license' | 'licenses'>): string {
  return license ?? (licenses.map(({ type }) => type).join(' OR ') || 'unknown');
}

/** Whether what is under this licence may be part of what is sold. */
export function isPermissive(licence: string): boolean {
  return isWithin(licence, permissive);
}

/** Whether a tool of ours may be under this licence. */
export function isFitForTools(licence: string): boolean {
  return isWithin(licence, [...permissive, ...forTools]);
}

/** One of several may be chosen; of those that count together, each has to be good. What is nested deeper is not. */
function isWithin(licence: string, good: readonly string[]): boolean {
  const choices = licence.replace(/^\(([^()]*)\)$/, '$1').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((id) => good.includes(id)));
}

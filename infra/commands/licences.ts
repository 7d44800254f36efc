import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isFitForTools, isPermissive, licenceOf, type PackageJson } from '../../shared/licences.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A package that the lock file holds. */
export interface Locked {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or `unknown`. */
  readonly licence: string;
  /** It belongs to what is deployed; else it builds or checks. */
  readonly isProduct: boolean;
}

/** Every package of the lock file, for every machine. Those for other machines say their licence there alone. */
export function lockedPackages(): readonly Locked[] {
  const { packages }: Lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([folder]) => folder !== '')
    .map(([folder, { version, license, dev, devOptional }]) => ({
      name: folder.replace(/^.*node_modules\//, ''),
      version,
      licence:
        license ?? licenceOf(JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))),
      isProduct: !dev && !devOptional,
    }));
}

/** Those whose licence does not fit what they are for. */
export function refusedPackages(packages: readonly Locked[]): readonly Locked[] {
  return packages.filter(({ licence, isProduct }) =>
    isProduct ? !isPermissive(licence) : !isFitForTools(licence),
  );
}

/** `npm run licences -- [--all]`: how many packages have which licence, and whether each may have it. */
function main(): void {
  const { all } = parseArgs({ options: { all: { type: 'boolean', default: false } } }).values;
  const packages = lockedPackages();
  if (all) {
    for (const { name, version, licence, isProduct } of packages) {
      console.log(`${isProduct ? 'product' : 'tool   '} ${licence.padEnd(28)} ${name} ${version}`);
    }
  }
  const licences = [...new Set(packages.map(({ licence }) => licence))].sort();
  const count = (licence: string, isProduct: boolean) =>
    packages.filter((each) => each.licence === licence && each.isProduct === isProduct).length;
  console.table(
    Object.fromEntries(
      licences.map((licence) => [licence, { product: count(licence, true), tools: count(licence, false) }]),
    ),
  );
  const refused = refusedPackages(packages);
  for (const { name, version, licence } of refused) console.log(`${name} ${version} is under ${licence}.`);
  console.log(
    refused.length > 0
      ? `${refused.length} of ${packages.length} packages may not be used so.`
      : `${packages.length} packages: nothing unknown, and no copyleft in what is handed on.`,
  );
  if (refused.length > 0) process.exitCode = 1;
}

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      Pick<PackageJson, 'version' | 'license'> & { readonly dev?: true; readonly devOptional?: true }
    >
  >;
}

if (import.meta.main) main();

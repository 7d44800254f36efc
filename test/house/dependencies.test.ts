import { describe, expect, test } from 'vitest';
import { getLicence, isPermissive, isToolLicence, type PackageJson } from '../../web/build/licences.ts';
import { read } from './files.ts';

const { allowScripts } = JSON.parse(read('package.json'));
const lock: { packages: Record<string, Entry> } = JSON.parse(read('package-lock.json'));
const entries = Object.entries(lock.packages).filter(([folder]) => folder !== '');

describe('the lock file', () => {
  test('has a checksum of each package that is not bundled in another', () => {
    const unchecked = entries.filter(
      ([, { integrity, inBundle }]) => !inBundle && !integrity?.startsWith('sha512-'),
    );
    expect(unchecked).toEqual([]);
  });

  test('locks optional packages of other machines, or `npm ci` would refuse it', () => {
    const locked = new Set(entries.map(([folder]) => folder.replace(/^.*node_modules\//, '')));
    const wanted = entries.flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies));
    expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
  });

  test('holds no deprecated package', () => {
    expect(entries.filter(([, { deprecated }]) => deprecated)).toEqual([]);
  });

  test('holds only packages with a licence that fits their use', () => {
    const unfit = entries.filter(([folder, { license, dev, devOptional }]) => {
      const licence = license ?? getLicence(JSON.parse(read(`${folder}/package.json`)));
      return dev || devOptional ? !isToolLicence(licence) : !isPermissive(licence);
    });
    expect(unfit).toEqual([]);
  });
});

test('only three packages may run install scripts', () => {
  expect(allowScripts).toEqual({ node: true, esbuild: true, 'classic-level': true });
});

test.each([
  ['GPL-3.0-only', false],
  ['MPL-2.0', false],
  ['unknown', false],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['MIT AND GPL-3.0-or-later', false],
  ['MIT AND ISC AND BSD-3-Clause', true],
  ['SEE LICENSE IN LICENSE', false],
])('%s is permissive: %s', (licence, isFit) => {
  expect(isPermissive(licence)).toBe(isFit);
});

test.each([
  ['AGPL-3.0-or-later', false],
  ['MPL-2.0', true],
])('%s is fit for tools: %s', (licence, isFit) => {
  expect(isToolLicence(licence)).toBe(isFit);
});

interface Entry extends Pick<PackageJson, 'license'> {
  readonly integrity?: string;
  readonly dev?: true;
  readonly devOptional?: true;
  /** It comes within the package that needs it. */
  readonly inBundle?: boolean;
  readonly deprecated?: string;
  readonly optionalDependencies?: object;
}

import { describe, expect, test } from 'vitest';
import { verdictOf } from '../../infra/commands/audit.ts';
import { type Locked, lockedPackages, refusedPackages } from '../../infra/commands/licences.ts';
import { billsOfMaterials } from '../../infra/commands/sbom.ts';
import { read } from './files.ts';

const { dependencies, allowScripts } = JSON.parse(read('package.json'));
const lock: { packages: Record<string, Entry> } = JSON.parse(read('package-lock.json'));
const entries = Object.entries(lock.packages).filter(([folder]) => folder !== '');

describe('the lock file', () => {
  test('says of each package what its bytes come to, or that they are in another’s', () => {
    const unsaid = entries.filter(
      ([, { integrity, inBundle }]) => !inBundle && !integrity?.startsWith('sha512-'),
    );
    expect(unsaid).toEqual([]);
  });

  test('locks every package that another may use: `npm ci` would refuse it else', () => {
    const locked = new Set(entries.map(([folder]) => nameOf(folder)));
    const wanted = entries.flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies));
    expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
  });

  test('holds no package that its authors have given up', () => {
    expect(entries.filter(([, { deprecated }]) => deprecated)).toEqual([]);
  });
});

test('three packages may run something when they are installed', () => {
  expect(allowScripts).toEqual({ node: true, esbuild: true, 'classic-level': true });
});

describe('a licence', () => {
  test('of every package fits what the package is for', () => {
    expect(refusedPackages(lockedPackages())).toEqual([]);
  });

  test.each([
    ['GPL-3.0-only', true, false],
    ['AGPL-3.0-or-later', false, false],
    ['MPL-2.0', true, false],
    ['MPL-2.0', false, true],
    ['unknown', false, false],
    ['(MIT OR GPL-3.0-or-later)', true, true],
    ['MIT AND GPL-3.0-or-later', true, false],
    ['MIT AND ISC AND BSD-3-Clause', true, true],
    ['SEE LICENSE IN LICENSE', true, false],
  ])('%s, of the product: %s, may be used: %s', (licence, isProduct, isFit) => {
    const locked: Locked = { name: 'one', version: '1.0.0', licence, isProduct };
    expect(refusedPackages([locked])).toEqual(isFit ? [] : [locked]);
  });
});

test('the bills of materials name everything that is deployed, and no tool', () => {
  const { cyclonedx, spdx } = billsOfMaterials();
  const { bomFormat, components } = JSON.parse(cyclonedx) as CycloneDx;
  const { spdxVersion, packages } = JSON.parse(spdx) as Spdx;
  expect([bomFormat, spdxVersion]).toEqual(['CycloneDX', 'SPDX-2.3']);
  const deployed = new Set(lockedPackages().flatMap(({ name, isProduct }) => (isProduct ? name : [])));
  expect([...deployed]).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  expect(new Set(components.map(({ name }) => name))).toEqual(deployed);
  expect(new Set(packages.slice(1).map(({ name }) => name))).toEqual(deployed);
});

test.each([
  ['an answer without findings', report({ total: 0, high: 0, critical: 0 }), 'clean'],
  ['findings that can wait', report({ total: 3, high: 0, critical: 0 }), 'clean'],
  ['a high one', report({ total: 1, high: 1, critical: 0 }), 'vulnerable'],
  ['a critical one', report({ total: 1, high: 0, critical: 1 }), 'vulnerable'],
  ['a refusal of the registry', '{"statusCode":405,"error":{"summary":"","detail":""}}', 'unanswered'],
  ['half an answer', '{"auditReportVersion":2}', 'unanswered'],
  ['nothing', '', 'unanswered'],
  ['a page of some proxy', '<html>', 'unanswered'],
])('an audit that got %s is never clean by accident', (_what, output, verdict) => {
  expect(verdictOf(output)).toBe(verdict);
});

function nameOf(folder: string): string {
  return folder.replace(/^.*node_modules\//, '');
}

function report(vulnerabilities: object): string {
  return JSON.stringify({ auditReportVersion: 2, vulnerabilities: {}, metadata: { vulnerabilities } });
}

interface Entry {
  readonly integrity?: string;
  /** It comes within the package that needs it. */
  readonly inBundle?: boolean;
  readonly deprecated?: string;
  readonly optionalDependencies?: object;
}

interface CycloneDx {
  readonly bomFormat: string;
  readonly components: readonly { readonly name: string }[];
}

interface Spdx {
  readonly spdxVersion: string;
  readonly packages: readonly { readonly name: string }[];
}

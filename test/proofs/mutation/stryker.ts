import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = path.join(root, '.build/mutation');
const packages = ['@stryker-mutator/core@10.1.1', '@stryker-mutator/vitest-runner@10.1.1'];
/** npm takes no version that is newer, so what these packages need is pinned as well. */
const before = '2026-11-22';

/** One mutant, in the part of the mutation-testing-elements schema that is read here. */
export interface Mutant {
  readonly status: string;
  readonly replacement?: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
}

/**
 * Stryker is not in package.json: only this proof needs its 177 packages.
 * Its `node_modules` lies below ours, so that it finds our vitest.
 *
 * @throws Error where npm cannot install it
 */
export function installStryker(): void {
  const wanted = [...packages, before].join('\n');
  // Written last: an interrupted installation leaves half of the packages.
  const installed = path.join(folder, 'installed');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  console.log(`Installing Stryker into ${path.relative(root, folder)} …`);
  const flags = ['--no-package-lock', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
  const words = ['install', '--before', before, ...flags, ...packages];
  const { status } = spawnSync('npm', words, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('`npm install` failed: see above.');
  writeFileSync(installed, wanted);
}

/** @param tests test files, from `test/`, without their ending */
export function mutate(module: string, tests: readonly string[]): Mutant[] {
  const name = module.replaceAll('/', '-').replace('.ts', '');
  const config = path.join(folder, `${name}.config.json`);
  const fileName = path.join(folder, `${name}.json`);
  const settings = {
    mutate: [module],
    testRunner: 'vitest',
    // Stryker looks for plugins beside our own packages.
    plugins: [inPackages('@stryker-mutator/vitest-runner/dist/src/index.js')],
    vitest: { configFile: 'test/proofs/mutation/vitest.config.ts', related: false },
    // TypeScript 7 has no programming interface to check mutants with.
    tsconfigFile: 'none',
    reporters: ['json'],
    jsonReporter: { fileName },
    tempDirName: path.relative(root, path.join(folder, 'sandbox')),
    ignorePatterns: ['/.build', '/.data', '/cdk.out'],
    concurrency: 2,
    // A busy machine must not pass for a test that noticed.
    timeoutMS: 30_000,
    logLevel: 'warn',
  };
  writeFileSync(config, JSON.stringify(settings));
  const words = [inPackages('@stryker-mutator/core/bin/stryker.js'), 'run', config];
  const { status } = spawnSync(process.execPath, words, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, MUTATION_TESTS: tests.map((each) => `test/${each}.test.ts`).join() },
  });
  if (status !== 0) throw new Error(`Stryker ended with ${status}: see above.`);
  const { files }: Report = JSON.parse(readFileSync(fileName, 'utf8'));
  return Object.values(files).flatMap(({ mutants }) => mutants);
}

function inPackages(file: string): string {
  return path.join(folder, 'node_modules', file);
}

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

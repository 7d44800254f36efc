import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * `npm test`: everything, in the order in which it fails soonest, and a plain line of totals at the end.
 * Words after `--` go to vitest: `npm test -- translate` runs the test files of that name.
 */
const root = path.resolve(import.meta.dirname, '..');
const report = path.join(root, '.build/test-report.json');
const words = process.argv.slice(2).filter((word) => word !== '--no-install');

const checks = {
  'format and lint': ['biome', 'ci', '.'],
  types: ['tsc', '-b'],
  'dead code': ['knip'],
};

const failed = Object.entries(checks).filter(([name, command]) => !run(name, command));
mkdirSync(path.dirname(report), { recursive: true });
rmSync(report, { force: true });
const testsPassed = run('tests', [
  ...['vitest', 'run', '--config', 'test/vitest.config.ts'],
  ...['--reporter', 'default', '--reporter', 'json', '--outputFile.json', report],
  ...words,
]);

const tests: Totals = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : nothingRun();
const passed = tests.numPassedTests + Object.keys(checks).length - failed.length;
const notRun = tests.numPendingTests + tests.numTodoTests;
// A run can fail with no failed test: an unhandled rejection, or a set-up that broke.
const failures = Math.max(tests.numFailedTests + failed.length, testsPassed ? 0 : 1);
if (failed.length > 0) console.log(`Failed: ${failed.map(([name]) => name).join(', ')}`);
console.log(`${passed} passed, ${failures} failed${notRun > 0 ? `, ${notRun} skipped` : ''}`);
process.exit(failures > 0 ? 1 : 0);

function run(name: string, [command = '', ...args]: string[]): boolean {
  console.log(`\n— ${name}`);
  const { status } = spawnSync(path.join(root, 'node_modules/.bin', command), args, {
    cwd: root,
    stdio: 'inherit',
  });
  return status === 0;
}

function nothingRun(): Totals {
  return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
}

interface Totals {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
}

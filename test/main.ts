import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * `npm test`: everything, first what needs nothing running, and a plain line of totals at the end.
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

// Side by side: each of them leaves one of two cores idle for a while.
const checked = await Promise.all(Object.entries(checks).map(([name, command]) => check(name, command)));
for (const { name, output } of checked) console.log(`\n— ${name}\n${output.trimEnd()}`);
const failed = checked.filter(({ passed }) => !passed).map(({ name }) => name);
mkdirSync(path.dirname(report), { recursive: true });
rmSync(report, { force: true });
console.log('\n— tests');
const vitest = start('inherit', [
  ...['vitest', 'run', '--config', 'test/vitest.config.ts'],
  ...['--reporter', 'default', '--reporter', 'json', '--outputFile.json', report],
  ...words,
]);
const testsStatus = await statusOf(vitest);

const tests: Totals = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : nothingRun();
const passed = tests.numPassedTests + Object.keys(checks).length - failed.length;
const notRun = tests.numPendingTests + tests.numTodoTests;
// A run can fail with no failed test: an unhandled rejection, or a set-up that broke.
const failures = Math.max(tests.numFailedTests + failed.length, testsStatus === 0 ? 0 : 1);
if (words.length > 0 && tests.numTotalTests === 0) {
  console.log(`No test was run: is there a file in test/ whose path holds ${words.join(' or ')}?`);
}
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
console.log(`${passed} passed, ${failures} failed${notRun > 0 ? `, ${notRun} skipped` : ''}`);
process.exit(failures > 0 ? 1 : 0);

/** @returns what it wrote, as it would look in a terminal of one colour */
async function check(name: string, command: string[]): Promise<Checked> {
  const child = start('pipe', command);
  const [status, ...output] = await Promise.all([
    statusOf(child),
    ...[child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')),
  ]);
  return { name, passed: status === 0, output: output.join('') };
}

/** A command that is not there has failed like any other. */
async function statusOf(child: ChildProcess): Promise<unknown> {
  try {
    const [status] = await once(child, 'exit');
    return status;
  } catch (error) {
    console.error((error as Error).message);
    return undefined;
  }
}

function start(stdio: 'inherit' | 'pipe', [command = '', ...args]: string[]): ChildProcess {
  return spawn(path.join(root, 'node_modules/.bin', command), args, { cwd: root, stdio });
}

function nothingRun(): Totals {
  return { numTotalTests: 0, numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
}

interface Checked {
  readonly name: string;
  readonly passed: boolean;
  readonly output: string;
}

interface Totals {
  readonly numTotalTests: number;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
}

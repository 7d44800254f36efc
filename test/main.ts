import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { failureLines } from './support/failure-reporter.ts';
import { findWrongVitestFlag } from './support/vitest-flags.ts';

/**
 * `npm test`: format, lint, types, dead code and all tests, then the seconds of each kind, what failed and a line of
 * totals. What only computes runs beside what waits for browsers and engines, with a lower priority and one after the
 * other.
 *
 * Words after `--` go to Vitest, and only tests run: `npm test -- translate` runs the files whose path holds that word.
 */
const root = path.resolve(import.meta.dirname, '..');
const report = path.join(root, '.build/test-report.json');
const parts = ['waiting', 'computing'].map((name) => path.join(root, `.build/test-report-${name}.json`));
const [waiting = '', computing = ''] = parts;
/** What failed in one of the two runs, beside its report. */
const failuresFile = (part: string) => part.replace('.json', '-failures.txt');
const kinds = 'units, components and house rules';
const words = process.argv.slice(2).filter((word) => word !== '--no-install');
const wrong = await findWrongVitestFlag(words);
if (wrong) {
  console.error(wrong);
  process.exit(2);
}
const beside: Record<string, string[]> =
  words.length > 0
    ? {}
    : {
        'format and lint': ['biome', 'ci', '.'],
        'types, and lint with types': ['oxlint'],
        'dead code': ['knip'],
        [kinds]: vitest(computing, ['unit', 'component', 'house']),
      };

/** A third of a processor's time where others want it: with less, a component would wait for many seconds. */
const belowNormal = 5;

mkdirSync(path.dirname(report), { recursive: true });
for (const file of [report, ...parts.flatMap((part) => [part, failuresFile(part)])])
  rmSync(file, { force: true });
const checking = checkAll(beside);
const status = await statusOf(
  start(
    'inherit',
    [...vitest(waiting, words.length > 0 ? ['!proofs'] : ['journey', 'service', 'stack']), ...words],
    waiting,
  ),
);
const checked = await checking;
for (const { name, output } of checked) console.log(`\n— ${name}\n${output.trimEnd()}`);
const failed = checked.filter(({ isPassed }) => !isPassed).map(({ name }) => name);

const testResults = parts.flatMap((part) =>
  existsSync(part) ? (JSON.parse(readFileSync(part, 'utf8')) as Report).testResults : [],
);
writeFileSync(report, JSON.stringify({ testResults }));
const outcomes = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
const checks = checked.filter(({ name }) => name !== kinds);
const failedChecks = checks.filter(({ isPassed }) => !isPassed);
const passed = count('passed') + checks.length - failedChecks.length;
const notRun = outcomes.length - count('passed') - count('failed');
// A run can fail with no failed test: an unhandled rejection, or a set-up that broke.
const failures = Math.max(count('failed') + failedChecks.length, status === 0 && failed.length === 0 ? 0 : 1);
console.table(secondsByKind(testResults));
if (words.length > 0 && outcomes.length === 0) {
  console.log(`No test was run: is there a file in test/ whose path holds ${words.join(' or ')}?`);
}
for (const { name, output } of failedChecks) console.log(failureLines(name, output));
for (const part of words.length > 0 ? [waiting] : parts) {
  const file = failuresFile(part);
  const lines = existsSync(file)
    ? readFileSync(file, 'utf8')
    : failureLines(path.basename(part), 'The run did not end.');
  if (lines !== '') console.log(lines.trimEnd());
}
console.log(`${passed} passed, ${failures} failed${notRun > 0 ? `, ${notRun} skipped` : ''}`);
// Not at once: the output may be a pipe.
process.exitCode = failures > 0 ? 1 : 0;

function vitest(report: string, projects: readonly string[]): string[] {
  return [
    ...['vitest', 'run', '--config', 'test/vitest.config.ts'],
    ...projects.flatMap((project) => ['--project', project]),
    ...['default', './test/support/hang-reporter.ts', './test/support/failure-reporter.ts', 'json'].flatMap(
      (reporter) => ['--reporter', reporter],
    ),
    ...['--outputFile.json', report],
  ];
}

async function checkAll(commands: Record<string, string[]>): Promise<Checked[]> {
  const results: Checked[] = [];
  for (const [name, command] of Object.entries(commands)) results.push(await check(name, command));
  return results;
}

async function check(name: string, command: string[]): Promise<Checked> {
  const child = start('pipe', command, computing);
  if (child.pid !== undefined) setPriority(child.pid, belowNormal);
  const [status, ...output] = await Promise.all([
    statusOf(child),
    ...[child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')),
  ]);
  return { name, isPassed: status === 0, output: output.join('') };
}

/** A command that cannot be started has failed like any other. */
async function statusOf(child: ChildProcess): Promise<unknown> {
  try {
    const [status] = await once(child, 'exit');
    return status;
  } catch (error) {
    console.error((error as Error).message);
    return undefined;
  }
}

function start(stdio: 'inherit' | 'pipe', [command = '', ...args]: string[], part: string): ChildProcess {
  const env = { ...process.env, FAILURES: failuresFile(part) };
  return spawn(path.join(root, 'node_modules/.bin', command), args, { cwd: root, stdio, env });
}

/** By the folder of `test/`. Files run side by side, so the seconds add up to more than the run took. */
function secondsByKind(testResults: Report['testResults']): Record<string, Kind> {
  const kinds: Record<string, Kind> = {};
  for (const { name, startTime, endTime, assertionResults } of testResults) {
    const folder = path.relative(path.join(root, 'test'), name).split(path.sep)[0] ?? '';
    const kind = kinds[folder] ?? { files: 0, tests: 0, seconds: 0 };
    kinds[folder] = {
      files: kind.files + 1,
      tests: kind.tests + assertionResults.length,
      seconds: Math.round(kind.seconds * 10 + (endTime - startTime) / 100) / 10,
    };
  }
  return kinds;
}

interface Checked {
  readonly name: string;
  readonly isPassed: boolean;
  readonly output: string;
}

interface Kind {
  readonly files: number;
  readonly tests: number;
  readonly seconds: number;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

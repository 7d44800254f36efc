import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installPackagesOf } from '../../support/command-packages.ts';
import { type Mutated, mutated } from './modules.ts';

/**
 * `npm run mutate -- [--module NAME]`: changes each of the modules that decide about money and access in every way that
 * Stryker knows, one change at a time, and counts how many changes their tests notice. NAME is part of a path; without
 * it all modules are changed.
 */
const { values } = parseArgs({ options: { module: { type: 'string', default: '' } } });

const root = path.resolve(import.meta.dirname, '../../..');
const chosen = mutated.filter(({ module }) => module.includes(values.module));
if (chosen.length === 0) {
  console.error(`No module that is mutated has ${values.module} in its path.`);
  process.exit(2);
}
const folder = installPackagesOf('mutation');

const startedAt = performance.now();
const results = chosen.map((each) => ({ ...each, ...mutate(each) }));
for (const { module, survivors } of results) for (const each of survivors) console.log(`${module}:${each}`);
console.table(
  Object.fromEntries(
    results.map(({ module, least, score, counts }) => [
      module,
      { mutants: sum(Object.values(counts)), ...counts, score: Number(score.toFixed(1)), bar: least },
    ]),
  ),
);
const misses = results.filter(({ score, least }) => !(score >= least));
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(0);
console.log(
  `${chosen.length} modules in ${minutes} min; stubborn mutants are listed above, each with its line.`,
);
console.log(
  misses.length > 0
    ? `Below their bar: ${misses.map(({ module }) => module).join(', ')}.`
    : 'Every module reaches its bar.',
);
process.exit(misses.length > 0 ? 1 : 0);

function mutate({ module, tests }: Mutated): Result {
  const name = module.replaceAll('/', '-').replace('.ts', '');
  const config = path.join(folder, `${name}.config.json`);
  const report = path.join(folder, `${name}.json`);
  const settings = {
    mutate: [module],
    testRunner: 'vitest',
    // Stryker looks for plugins beside our own packages, and these are elsewhere.
    plugins: [inPackages('@stryker-mutator/vitest-runner/dist/src/index.js')],
    vitest: { configFile: 'test/proofs/mutation/vitest.config.ts', related: false },
    // No compiler is asked whether a mutant compiles: TypeScript 7 has no interface for programs.
    tsconfigFile: 'none',
    reporters: ['json'],
    jsonReporter: { fileName: report },
    tempDirName: path.relative(root, path.join(folder, 'sandbox')),
    ignorePatterns: ['/.build', '/.data', '/cdk.out'],
    concurrency: 2,
    // A busy machine must not pass for a test that noticed.
    timeoutMS: 30_000,
    logLevel: 'warn',
  };
  writeFileSync(config, JSON.stringify(settings));
  console.log(`Mutating ${module} …`);
  const words = [inPackages('@stryker-mutator/core/bin/stryker.js'), 'run', config];
  const { status } = spawnSync(process.execPath, words, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      MUTATION_TESTS: tests.map((each) => `test/${each}.test.ts`).join(),
    },
  });
  if (status !== 0) throw new Error(`Stryker ended with ${status}: see above.`);
  return resultOf(JSON.parse(readFileSync(report, 'utf8')));
}

function inPackages(file: string): string {
  return path.join(folder, 'node_modules', file);
}

/** Mutants that cannot run are nobody's; a mutant that never ends is noticed by whoever waits for it. */
function resultOf({ files }: Report): Result {
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  const count = (status: string) => mutants.filter((mutant) => mutant.status === status).length;
  const counts = {
    killed: count('Killed'),
    endless: count('Timeout'),
    survived: count('Survived'),
    untested: count('NoCoverage'),
  };
  return {
    counts,
    score: (100 * (counts.killed + counts.endless)) / sum(Object.values(counts)),
    survivors: mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(({ location: { start }, replacement }) => `${start.line}:${start.column} ${replacement ?? ''}`),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

interface Result {
  readonly counts: Readonly<Record<'killed' | 'endless' | 'survived' | 'untested', number>>;
  /** Percent. */
  readonly score: number;
  /** Where each is, and what stood there. */
  readonly survivors: readonly string[];
}

/** As far as it is read here: https://github.com/stryker-mutator/mutation-testing-elements has the schema. */
interface Report {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly mutants: readonly {
          readonly status: string;
          readonly replacement?: string;
          readonly location: { readonly start: { readonly line: number; readonly column: number } };
        }[];
      }
    >
  >;
}

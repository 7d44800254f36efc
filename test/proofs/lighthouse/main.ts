import { parseArgs } from 'node:util';
import lighthouse from 'lighthouse';
import { launch } from 'puppeteer-core';
import { findChromium } from '../../support/browser/browser.ts';
import { startParley } from '../../support/parley/system.ts';

/**
 * `npm run lighthouse`: the two pages that newcomers see, as Lighthouse's slow phone loads them, each in a browser of
 * its own. Medians of `--runs N` (3); ends with 1 where one misses its bar. Nothing leaves this machine.
 */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } });

const pages: readonly Page[] = [
  { path: '/', bars: { performance: 100, largestPaintMs: 1_200 } },
  { path: '/speech-translator', bars: { performance: 98, largestPaintMs: 1_500 } },
];

const parley = await startParley();
const misses: string[] = [];
try {
  for (const page of pages) misses.push(...(await judge(page)));
} finally {
  await parley.stop();
}
for (const miss of misses) console.log(miss);
if (misses.length > 0) process.exitCode = 1;

async function judge({ path, bars }: Page): Promise<string[]> {
  const runs: Report[] = [];
  for (let run = 0; run < Number(values.runs); run++) runs.push(await visit(parley.url + path));
  const figures = medians(runs.map((each) => each.figures));
  console.log(`\n${path}, medians of ${runs.length}`);
  console.table(figures);
  const wrong = new Set(runs.flatMap((each) => each.wrong));
  if (wrong.size > 0) console.log(`Not in order: ${[...wrong].join(', ')}.`);
  return missed(figures, bars).map((miss) => `${path}: ${miss}`);
}

async function visit(url: string): Promise<Report> {
  const browser = await launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  });
  try {
    const result = await lighthouse(url, {
      port: Number(new URL(browser.wsEndpoint()).port),
      logLevel: 'error',
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    });
    if (!result) throw new Error('Lighthouse gave no report.');
    return reportOf(result.lhr);
  } finally {
    await browser.close();
  }
}

function reportOf({ categories, audits, environment, runtimeError }: LighthouseResult): Report {
  if (runtimeError) throw new Error(runtimeError.message);
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const measured = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const { details } = audits['network-requests'] ?? {};
  const requests = details?.type === 'table' ? details.items : [];
  return {
    figures: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      firstPaintMs: Math.round(measured('first-contentful-paint')),
      largestPaintMs: Math.round(measured('largest-contentful-paint')),
      blockingMs: Math.round(measured('total-blocking-time')),
      layoutShift: Math.round(measured('cumulative-layout-shift') * 1_000) / 1_000,
      requests: requests.length,
      machineIndex: Math.round(environment.benchmarkIndex),
      bytes: requests.reduce((sum, { transferSize }) => sum + Number(transferSize ?? 0), 0),
    },
    wrong: ['accessibility', 'best-practices', 'seo']
      .flatMap((name) => categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
      .map(({ id }) => id),
  };
}

function missed(figures: Figures, bars: Page['bars']): string[] {
  const least = { performance: bars.performance, accessibility: 100, bestPractices: 100, seo: 100 };
  const most = { largestPaintMs: bars.largestPaintMs, blockingMs: 50, layoutShift: 0 };
  return [
    ...namesOf(least).flatMap((name) =>
      figures[name] < least[name] ? `${name} is ${figures[name]}, at least ${least[name]} is wanted.` : [],
    ),
    ...namesOf(most).flatMap((name) =>
      figures[name] > most[name] ? `${name} is ${figures[name]}, at most ${most[name]} is wanted.` : [],
    ),
  ];
}

function medians([first, ...others]: readonly Figures[]): Figures {
  if (!first) throw new Error('There was no run.');
  const entries = namesOf(first).map((name) => [name, median([first, ...others].map((each) => each[name]))]);
  return Object.fromEntries(entries) as Figures;
}

function namesOf<Names extends object>(table: Names): (keyof Names)[] {
  return Object.keys(table) as (keyof Names)[];
}

function median(numbers: number[]): number {
  return numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

interface Page {
  readonly path: string;
  readonly bars: { readonly performance: number; readonly largestPaintMs: number };
}

interface Figures {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly blockingMs: number;
  readonly layoutShift: number;
  readonly requests: number;
  readonly bytes: number;
  /** Lighthouse's measure of the machine: below 1,000 it is slow or busy, and times mean little. */
  readonly machineIndex: number;
}

interface Report {
  readonly figures: Figures;
  /** Audits that were failed. */
  readonly wrong: readonly string[];
}

type LighthouseResult = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

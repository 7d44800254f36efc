import lighthouse from 'lighthouse';
import { startParley } from '../../support/parley/system.ts';
import { type Part, quantile } from '../proof.ts';
import { launchChromium } from './chromium.ts';
import { measureInteractions } from './interactions.ts';
import { measureVisit } from './visit.ts';

/** Medians of `--runs` loads of a page by a slow phone, each in a new browser. Nothing leaves this machine. */
export const flags = { runs: 3 };

/** `field` is what people came for. */
const pages = [
  { path: '/', field: 'h1' },
  { path: '/ar', field: 'h1' },
  { path: '/ja', field: 'h1' },
  { path: '/speech-translator', field: 'textarea' },
];
const minimums = { performance: 98, accessibility: 100, bestPractices: 100, seo: 100 };
const mostOfVisit = { firstPaintMs: 800, usableMs: 1_500, layoutShift: 0 };
const mostInteractionMs = 50;

export async function* prove({ runs }: typeof flags): AsyncGenerator<Part> {
  const parley = await startParley();
  try {
    for (const { path, field } of pages) {
      yield await proveVisit(path, parley.url + path, field, runs);
      yield await proveScores(path, parley.url + path, runs);
    }
    yield await proveInteractions(`${parley.url}/speech-translator`, runs);
  } finally {
    await parley.stop();
  }
}

async function proveVisit(path: string, url: string, field: string, runs: number): Promise<Part> {
  const all = [];
  for (let run = 0; run < runs; run++) all.push(await measureVisit(url, field));
  const figures = medians(all);
  const findings = missed(figures, mostOfVisit, 'at most', (is, bar) => !(is <= bar));
  return { name: `${path}, a first visit, medians of ${runs}`, figures, findings };
}

async function proveScores(path: string, url: string, runs: number): Promise<Part> {
  const reports = [];
  for (let run = 0; run < runs; run++) reports.push(await visit(url));
  const figures = medians(reports.map((each) => each.figures));
  const findings = missed(figures, minimums, 'at least', (is, bar) => !(is >= bar));
  const failed = new Set(reports.flatMap((each) => each.failedAudits));
  if (findings.length > 0) findings.push(...[...failed].map((audit) => `the audit ${audit} fails`));
  return { name: `${path}, Lighthouse, medians of ${runs}`, figures, findings };
}

function missed(
  figures: Record<string, number>,
  bars: Record<string, number>,
  word: string,
  isMissed: (is: number, bar: number) => boolean,
): string[] {
  return Object.entries(bars).flatMap(([name, bar]) => {
    const is = figures[name] ?? Number.NaN;
    return isMissed(is, bar) ? [`${name} is ${is}, ${word} ${bar} is wanted`] : [];
  });
}

async function proveInteractions(url: string, runs: number): Promise<Part> {
  const all = [];
  for (let run = 0; run < runs; run++) all.push(await measureInteractions(url));
  const figures = medians(all);
  const findings = Object.entries(figures)
    .filter(([, ms]) => ms >= mostInteractionMs)
    .map(([name, ms]) => `${name} is ${ms}, less than ${mostInteractionMs} is wanted`);
  return { name: `Interactions on a slow processor, medians of ${runs}`, figures, findings };
}

async function visit(url: string) {
  const browser = await launchChromium();
  try {
    const result = await lighthouse(url, {
      port: Number(new URL(browser.wsEndpoint()).port),
      logLevel: 'error',
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    });
    if (!result) throw new Error('Lighthouse gave no report.');
    if (result.lhr.runtimeError) throw new Error(result.lhr.runtimeError.message);
    return reportOf(result.lhr);
  } finally {
    await browser.close();
  }
}

function reportOf({ categories, audits, environment }: LighthouseResult) {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const measured = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const { details } = audits['network-requests'] ?? {};
  const requests = details?.type === 'table' ? details.items : [];
  const figures: Record<string, number> = {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    firstPaintMs: Math.round(measured('first-contentful-paint')),
    largestPaintMs: Math.round(measured('largest-contentful-paint')),
    blockingMs: Math.round(measured('total-blocking-time')),
    layoutShift: Math.round(measured('cumulative-layout-shift') * 1_000) / 1_000,
    requests: requests.length,
    bytes: requests.reduce((sum, { transferSize }) => sum + Number(transferSize ?? 0), 0),
    // Lighthouse's measure of the machine: below 1,000 it is slow or busy, and times mean little.
    machineIndex: Math.round(environment.benchmarkIndex),
  };
  const failedAudits = ['accessibility', 'best-practices', 'seo']
    .flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
    .map(({ id }) => id);
  return { figures, failedAudits };
}

function medians(all: readonly Record<string, number>[]): Record<string, number> {
  const valuesOf = (name: string) => all.map((each) => each[name] ?? Number.NaN);
  return Object.fromEntries(Object.keys(all[0] ?? {}).map((name) => [name, quantile(valuesOf(name), 0.5)]));
}

type LighthouseResult = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

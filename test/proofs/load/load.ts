import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { webFolder } from '../../../infra/aws/build/web-build.ts';
import type { Ceilings } from '../../../shared/ceilings.ts';
import { chanceFrom } from '../../support/chance.ts';
import { type People, startCrowdedParley } from '../../support/parley/crowd.ts';
import { inspected } from '../../support/parley/inspector.ts';
import { startInstantEngines, withoutEngines } from '../../support/parley/instant-engines.ts';
import type { RunningParley } from '../../support/parley/system.ts';
import { runShare } from '../../support/workers.ts';
import { quantile } from '../proof.ts';
import { arrivals, generate, type Outcome } from './generator.ts';
import { heapInUse, type Vitals, watchVitals } from './memory.ts';
import { crowdFor, mixOf } from './mix.ts';

/**
 * Loads a Parley on a data folder with the mix of `mix.ts`. Memory is the kernel's number: the median of a
 * window after the warm-up against the last one, each right after garbage collection. The database keeps its
 * data in files, and the mix removes what it adds.
 */
export async function load(options: {
  ratePerSecond: number;
  seconds: number;
  warmUpSeconds: number;
  windowSeconds: number;
  seed: number;
}) {
  const { ratePerSecond, seconds, warmUpSeconds, windowSeconds, seed } = options;
  const totalSeconds = warmUpSeconds + seconds;
  const crowd = crowdFor(ratePerSecond * totalSeconds);
  const engines = await startInstantEngines();
  const env = { CEILINGS: JSON.stringify(oneAddress), ...inspected, ...engines.environment };
  const { parley, people, stop } = await startCrowdedParley({ crowd, flags: withoutEngines, env });
  try {
    const [first, others] = [partOf(people, 0, 1), partOf(people, 1)];
    await loadFunctions(parley.url, first);
    const share = {
      url: parley.url,
      ratePerSecond,
      seconds: totalSeconds,
      seed,
      people: others,
      files: files(),
    };
    const watch = watchVitals(parley.pid);
    const beginnings = [warmUpSeconds, totalSeconds - windowSeconds];
    const [outcomes, ...heapBytes] = await Promise.all([
      runShare(import.meta.url, sendLoad, share),
      ...beginnings.map((seconds) => heapAfter(seconds, parley)),
    ]).finally(() => watch.stop());
    const residentBytes = beginnings.map((seconds) => residentIn(watch.seen, seconds, windowSeconds));
    return {
      ...sumUp(outcomes.filter(({ dueMs }) => dueMs >= warmUpSeconds * 1_000)),
      memory: { heapBytes, residentBytes },
      cpuMsPerRequest: ((watch.seen.at(-1)?.cpuMs ?? 0) - (watch.seen[0]?.cpuMs ?? 0)) / outcomes.length,
    };
  } finally {
    await stop();
    await engines.stop();
  }
}

/** @public Runs in another process, so that measuring does not slow it down. */
export async function sendLoad(share: {
  url: string;
  ratePerSecond: number;
  seconds: number;
  seed: number;
  people: People;
  files: readonly string[];
}): Promise<Outcome[]> {
  const { url, ratePerSecond, seconds, seed, people, files } = share;
  const chance = chanceFrom(seed);
  const timesMs = arrivals(ratePerSecond, seconds, chance);
  const { next } = mixOf(people, files, chance);
  return generate({ url, timesMs, next, timeoutMs: 30_000 });
}

function partOf({ guests, free, premium }: People, from: number, to?: number): People {
  return { guests: guests.slice(from, to), free: free.slice(from, to), premium: premium.slice(from, to) };
}

/**
 * Asks for everything once, so that modules are loaded; its people take no part in the load.
 *
 * @throws Error for a wrong answer
 */
async function loadFunctions(url: string, people: People): Promise<void> {
  for (const planned of mixOf(people, files(), Math.random).each()) {
    const [outcome] = await generate({ url, timesMs: [0], next: () => planned, timeoutMs: 60_000 });
    if (outcome?.fault) throw new Error(`${planned.name}: ${outcome.fault}`);
  }
}

/** @returns NaN if the server has died: its faults tell more */
async function heapAfter(seconds: number, parley: RunningParley): Promise<number> {
  await wait(seconds * 1_000);
  return heapInUse(parley).catch(() => Number.NaN);
}

const oneAddress: Partial<Ceilings> = {
  guestTranslationsPerAddress: 1_000_000,
  guestCharactersPerAddress: 1_000_000_000,
  freeCharactersPerAddress: 1_000_000_000,
  freeSpeechSecondsPerAddress: 1_000_000_000,
  guestCharactersPerDay: 1_000_000_000,
};

function files(): string[] {
  return readdirSync(path.join(webFolder, 'assets'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${path.relative(webFolder, path.join(parentPath, name))}`);
}

function sumUp(outcomes: readonly Outcome[]) {
  const kinds = Object.entries(Object.groupBy(outcomes, ({ name }) => name));
  const faults: Record<string, number> = {};
  for (const { name, fault } of outcomes) {
    if (fault) faults[`${name}: ${fault}`] = (faults[`${name}: ${fault}`] ?? 0) + 1;
  }
  const late = outcomes.map(({ lateMs }) => lateMs);
  return {
    figures: Object.fromEntries(
      kinds
        .sort(([one], [other]) => one.localeCompare(other))
        .map(([name, each = []]) => [name, figuresOf(each)]),
    ),
    all: figuresOf(outcomes),
    faults,
    lateP95Ms: quantile(late, 0.95),
  };
}

function figuresOf(outcomes: readonly Outcome[]) {
  const latencies = outcomes.map(({ latencyMs }) => latencyMs);
  return {
    count: outcomes.length,
    p50Ms: quantile(latencies, 0.5),
    p95Ms: quantile(latencies, 0.95),
    p99Ms: quantile(latencies, 0.99),
    maxMs: quantile(latencies, 1),
    errors: outcomes.filter(({ fault }) => fault).length,
  };
}

function residentIn(vitals: readonly Vitals[], fromSeconds: number, windowSeconds: number): number {
  const [fromMs, toMs] = [fromSeconds * 1_000, (fromSeconds + windowSeconds) * 1_000];
  const within = vitals.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
  return quantile(
    within.map(({ residentBytes }) => residentBytes),
    0.5,
  );
}

import { setTimeout as wait } from 'node:timers/promises';
import { chanceFrom } from '../../support/chance.ts';
import { freePorts } from '../../support/parley/ports.ts';
import { processesOf, processMark } from '../../support/parley/processes.ts';
import { type RunningParley, startParley } from '../../support/parley/system.ts';
import { quantile } from '../proof.ts';
import { spendAllowances } from './allowances.ts';
import { keepHistory } from './histories.ts';
import { type Journal, openJournal, type Tally, type Work } from './journal.ts';
import { inconsistencies } from './remains.ts';

/**
 * Kills a Parley on one data folder with SIGKILL: under load, and one time in five while it starts. After each kill it
 * must hold every acknowledged write.
 *
 * @param options.workers for each kind of work
 * @param options.writes at most, from one kill to the next
 * @param options.parley added to each start
 */
export async function spreadChaos(options: {
  folder: string;
  kills: number;
  seed: number;
  workers: number;
  writes: number;
  say?: (line: string) => void;
  parley?: { flags: string[]; env: Record<string, string> };
}) {
  const { folder, kills, seed, say = () => {}, parley: more = { flags: [], env: {} } } = options;
  const chance = chanceFrom(seed);
  const journal = openJournal(say);
  const startsMs: number[] = [];
  const leftBehind: string[] = [];
  const endings: Promise<unknown>[] = [];
  const flags = ['--data', folder, '--port', `${await freePorts()}`, ...more.flags];

  const noteEnd = (mark: string) => endings.push(outlast(mark).then((names) => leftBehind.push(...names)));
  const start = async () => {
    const { mark, env } = processMark();
    const startedAt = performance.now();
    const parley = await startParley({ flags, env: { ...env, ...more.env } });
    startsMs.push(Math.round(performance.now() - startedAt));
    return { parley, mark };
  };
  const killStart = async () => {
    const { mark, env } = processMark();
    const killed = AbortSignal.timeout(Math.round(chance() * quantile(startsMs, 0.5)));
    const parley = await startParley({ flags, env: { ...env, ...more.env }, killed }).catch((error) => {
      if (!killed.aborted) throw error;
    });
    await parley?.stop('SIGKILL');
    noteEnd(mark);
  };

  let running = await start();
  let [killsUnderLoad, killsOfStarts] = [0, 0];
  try {
    const crew = await hire(running.parley, options);
    while (killsUnderLoad + killsOfStarts < kills) {
      const { parley, mark } = running;
      const killed = new AbortController();
      const load = crew.map(({ work, chance }) => writeOn(work, { parley, chance, journal }, killed.signal));
      await Promise.race([journal.acknowledgements(Math.ceil(chance() * options.writes)), Promise.all(load)]);
      await wait(chance() * mostPauseMs);
      killed.abort();
      await parley.stop('SIGKILL');
      killsUnderLoad += 1;
      noteEnd(mark);
      await Promise.all(load);
      while (killsUnderLoad + killsOfStarts < kills && killsOfStarts < killsUnderLoad / 4) {
        await killStart();
        killsOfStarts += 1;
      }
      running = await start();
      const isEnd = killsUnderLoad + killsOfStarts === kills;
      await Promise.all(
        crew.map(({ work, chance }) => check(work, { parley: running.parley, chance, journal }, isEnd)),
      );
      say(
        `${killsUnderLoad + killsOfStarts} kills, ready after ${startsMs.at(-1)} ms: ` +
          `${total(journal.tallies, 'acknowledged')} acknowledged writes, ${journal.findings.length} findings`,
      );
    }
  } finally {
    await running.parley.stop();
  }
  noteEnd(running.mark);
  await Promise.all(endings);
  for (const each of await inconsistencies(folder)) journal.find(each);
  const { tallies, findings } = journal;
  return {
    tallies,
    killsUnderLoad,
    killsOfStarts,
    startsMs,
    leftBehind,
    findings,
  };
}

/** A kill must not always follow an acknowledgement at once. */
const mostPauseMs = 200;

/** Each worker has its own seed: the order of turns changes nothing. */
async function hire(parley: RunningParley, { workers, seed }: { workers: number; seed: number }) {
  const all: Work[] = [];
  for (let each = 0; each < workers; each += 1) {
    all.push(spendAllowances(), await keepHistory(parley));
  }
  return all.map((work, index) => ({ work, chance: chanceFrom(seed + index + 1) }));
}

/** @param killed aborted before the kill: an earlier disconnect is a finding */
export async function writeOn(
  work: Pick<Work, 'write'>,
  scene: Parameters<Work['write']>[0],
  killed: AbortSignal,
): Promise<void> {
  try {
    for (;;) await work.write(scene);
  } catch (error) {
    const { message, cause } = error as Error;
    if (!isCutOff(error)) scene.journal.find(`while it ran: ${message}`);
    else if (!killed.aborted) scene.journal.find(`while it ran: it broke off by itself: ${cause}`);
  }
}

function isCutOff(error: unknown): boolean {
  return error instanceof TypeError && error.cause !== undefined;
}

async function check(work: Work, scene: Parameters<Work['check']>[0], isEnd: boolean): Promise<void> {
  await work.check(scene, isEnd).catch((error: Error) => {
    scene.journal.find(`after a kill: ${error.message}`);
  });
}

/** @returns processes that still run after ten seconds; the end of a child's children is not reported */
async function outlast(mark: string): Promise<string[]> {
  const deadline = performance.now() + 10_000;
  let left = processesOf(mark);
  while (left.length > 0 && performance.now() < deadline) {
    await wait(250);
    left = processesOf(mark);
  }
  return left.map(({ name }) => name);
}

export function total(tallies: Journal['tallies'], name: keyof Tally): number {
  return Object.values(tallies).reduce((sum, tally) => sum + tally[name], 0);
}

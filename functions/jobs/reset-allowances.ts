import { type JobRun, job, OutOfTime } from '../job.ts';
import { closedDays } from './closed-days.ts';
import { beforeAll, findCounters, readCounters, removeCounters } from './counters.ts';
import { addPage, closeDay, cursorsOf, moveRolledThrough, readRolledThrough, sumUp } from './day-totals.ts';

/**
 * Rolls closed days into daily totals and removes their counters. Allowances do not need it: a counter's key
 * holds its day. It can be killed anywhere, and run any number of times, also at once.
 */
export const handler = job('reset-allowances', async (run) => {
  for (const day of closedDays(await readRolledThrough(), Date.now())) {
    await rollDay(day, run);
    await moveRolledThrough(day);
  }
});

async function rollDay(day: string, run: JobRun): Promise<void> {
  const cursors = await cursorsOf(day);
  if (!cursors) return;
  const waiting = Object.entries(cursors).values();
  const lane = async () => {
    for (const [shard, cursor] of waiting) await rollShard(day, shard, cursor, run);
  };
  const lanes = await Promise.allSettled(Array.from({ length: shardsAtOnce }, lane));
  const failed = lanes.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  await closeDay(day);
}

const shardsAtOnce = 4;

async function rollShard(day: string, shard: string, start: string, run: JobRun): Promise<void> {
  let cursor = start;
  for (;;) {
    if (run.remainingMs() < pageMs) throw new OutOfTime();
    const keys = await findCounters(shard, cursor);
    const nextCursor = keys.at(-1)?.pk;
    if (nextCursor === undefined) return removeCounted(shard, cursor);
    const sums = sumUp(await readCounters(keys), Date.now());
    if (await addPage({ day, shard, cursor, nextCursor }, sums)) {
      await removeCounters(keys);
      cursor = nextCursor;
    } else {
      const moved = (await cursorsOf(day))?.[shard];
      if (moved === undefined) return;
      cursor = moved;
    }
  }
}

/** What one page may take. */
const pageMs = 15_000;

/** Counters up to the cursor are counted; they are still there where a run ended before it removed them. */
async function removeCounted(shard: string, cursor: string): Promise<void> {
  let from = beforeAll;
  for (;;) {
    const keys = (await findCounters(shard, from)).filter(({ pk }) => pk <= cursor);
    const last = keys.at(-1);
    if (!last) return;
    await removeCounters(keys);
    from = last.pk;
  }
}

import { contributionOf, distance, sumOf } from '../analytics/contribution.ts';
import { enterAll } from '../analytics/ledger.ts';
import { type JobRun, job, OutOfTime } from '../job.ts';
import { dayOf } from '../tables/usage.ts';
import type { ProfileItem } from '../tables/users.ts';
import { totalsRecounted } from '../telemetry/events.ts';
import { profilesAfter } from './all-profiles.ts';
import { daysBetween, setDay } from './day-counts.ts';
import { addToRecount, closeRecount, moveRecountedThrough, openRecount, readTotals } from './recount.ts';

/**
 * Enters what functions have left in outboxes, counts all profiles anew, and sets each of the last days to what the
 * ledger holds. It goes on where a run before it ended; it can be killed anywhere, and run any number of times, also
 * at once.
 *
 * What happens meanwhile is not lost. Only in narrow moments something counts wrong until the next night: twice, where
 * a function has written a profile and reaches the totals after the walk has passed it, or has entered something and
 * reaches the day after that was set; not at all, where the index learns of a profile after the walk has ended.
 */
export const handler = job('recount-totals', async (run) => {
  const today = dayOf(Date.now());
  const profiles = await recountProfiles(run);
  const days = await recountDays(today, run);
  await moveRecountedThrough(today);
  totalsRecounted({ ...profiles, corrected: profiles.corrected + days.corrected });
});

async function recountProfiles(run: JobRun): Promise<Recounted> {
  const { startedAt } = await openRecount();
  let entered = 0;
  for (;;) {
    requireTime(run);
    const { recount, ...totals } = await readTotals();
    // Another run has come to the end.
    if (recount?.startedAt !== startedAt) return { users: totals.users, corrected: 0, entered };
    const page = await profilesAfter(recount.through);
    if (page) {
      entered += await enterLeft(page.profiles);
      const sums = sumOf(page.profiles.filter(isThere).map(contributionOf));
      await addToRecount({ recount, counted: totals.counted }, sums, page.through);
    } else if (await closeRecount({ recount, counted: totals.counted })) {
      return { users: recount.users, corrected: distance(totals, recount), entered };
    }
  }
}

async function enterLeft(profiles: readonly ProfileItem[]): Promise<number> {
  let entered = 0;
  for (const profile of profiles) entered += await enterAll(profile);
  return entered;
}

/** What has expired may be in the table for days. */
function isThere({ expiresAt = Number.POSITIVE_INFINITY }: ProfileItem): boolean {
  return expiresAt * 1_000 > Date.now();
}

async function recountDays(today: string, run: JobRun): Promise<{ corrected: number }> {
  const { recountedThrough } = await readTotals();
  let corrected = 0;
  for (const day of daysBetween(recountedThrough, today)) {
    requireTime(run);
    corrected += await setDay(day);
  }
  return { corrected };
}

/** What a page or a day may take. */
function requireTime(run: JobRun): void {
  if (run.remainingMs() < 20_000) throw new OutOfTime();
}

interface Recounted {
  readonly users: number;
  readonly corrected: number;
  readonly entered: number;
}

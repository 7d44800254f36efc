import { toDay } from '../../shared/dates.ts';
import { addUp, countDifferences, countProfile, subtract } from '../analytics/contribution.ts';
import { emptyOutbox } from '../analytics/ledger.ts';
import { addToTotals, moveRecountedThrough, readTotals, setTotals } from '../analytics/totals.ts';
import { type JobRun, job, OutOfTime } from '../job.ts';
import { isExpired } from '../tables/profiles.ts';
import type { Totals } from '../tables/users.ts';
import { totalsRecounted } from '../telemetry/events.ts';
import { readAllProfiles } from './all-profiles.ts';
import { listDaysToRecount, recountDay } from './recount-day.ts';

/**
 * Empties the outboxes that functions have left, counts all profiles, and sets each of the last days to what the
 * ledger holds. It can be killed anywhere and run any number of times.
 */
export const handler = job('recount-totals', async (run) => {
  const today = toDay(Date.now());
  const { sums, entered, corrected } = await recountProfiles(run);
  const correctedDays = await recountDays(today, run);
  await moveRecountedThrough(today);
  totalsRecounted({ users: sums.users, entered, corrected: corrected + correctedDays });
});

/**
 * Counts again if any profile was counted during the walk, because the sums are then outdated. On a busy service it
 * adds a correction instead, which may count a change twice until the next night.
 */
async function recountProfiles(run: JobRun): Promise<Recounted> {
  for (let entered = 0; ; ) {
    const before = await readTotals();
    const walk = await walkProfiles(run);
    entered += walk.entered;
    const totals: Totals = { ...addUp([]), ...before };
    const isSet = await setTotals(walk.sums, before);
    if (!isSet && run.remainingMs() > lastWalkMs) continue;
    if (!isSet) await addToTotals(subtract(totals, walk.sums));
    return { sums: walk.sums, entered, corrected: countDifferences(totals, walk.sums) };
  }
}

/** Half of the time that a run has. */
const lastWalkMs = 450_000;

/** Profiles created during the walk are left to the functions that create them. */
async function walkProfiles(run: JobRun): Promise<{ sums: Totals; entered: number }> {
  let sums = addUp([]);
  let entered = 0;
  for await (const profiles of readAllProfiles(new Date().toISOString())) {
    requireTime(run);
    for (const profile of profiles) entered += await emptyOutbox(profile);
    const present = profiles.filter((profile) => !isExpired(profile));
    sums = addUp([sums, ...present.map(countProfile)]);
  }
  return { sums, entered };
}

async function recountDays(today: string, run: JobRun): Promise<number> {
  const { recountedThrough } = await readTotals();
  let corrected = 0;
  for (const day of listDaysToRecount(recountedThrough, today)) {
    requireTime(run);
    corrected += await recountDay(day);
  }
  return corrected;
}

/** Enough for one page or one day. */
function requireTime(run: JobRun): void {
  if (run.remainingMs() < 20_000) throw new OutOfTime();
}

interface Recounted {
  readonly sums: Totals;
  readonly entered: number;
  readonly corrected: number;
}

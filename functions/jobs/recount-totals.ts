import {
  addCounts,
  addUp,
  type Counts,
  countDifferences,
  getChange,
  replaceCounts,
} from '../analytics/counts.ts';
import { listLastDays, noCounts, readDay } from '../analytics/days.ts';
import { countLedger, flushOutbox } from '../analytics/ledger.ts';
import { countProfile, noTotals, readTotals } from '../analytics/totals.ts';
import { type JobRun, job } from '../job.ts';
import { readItems } from '../tables/batches.ts';
import { isExpired } from '../tables/profiles.ts';
import { type Key, queryPages } from '../tables/table.ts';
import { getUsersTable, type ProfileItem } from '../tables/users.ts';
import { logTotalsRecounted } from '../telemetry/events.ts';

/** Moves entries left in outboxes to the ledger, counts all profiles, and sets recent days to the ledger's counts. */
export const handler = job('recount-totals', async (run) => {
  const { users, movedEntries, correctedCounts } = await recountProfiles(run);
  let correctedInDays = 0;
  for (const day of listLastDays(recountedDays)) {
    run.requireTime(pageMs);
    correctedInDays += await recountDay(day);
  }
  logTotalsRecounted({ users, movedEntries, correctedCounts: correctedCounts + correctedInDays });
});

/** An entry is at most 31 days old when it is made: Stripe reports an invoice for 30 days. */
const recountedDays = 62;

/** Walks again if the totals changed meanwhile. After half of its time it adds a correction, which may count twice. */
async function recountProfiles(run: JobRun) {
  for (let movedEntries = 0; ; ) {
    const item = await readTotals();
    const { users, trials, paying, yearlyCents } = { ...noTotals, ...item };
    const walk = await walkProfiles(run);
    movedEntries += walk.movedEntries;
    const isSet = await replaceCounts(item, walk.sums);
    if (!isSet && run.remainingMs() > lastWalkMs) continue;
    const correction = getChange({ users, trials, paying, yearlyCents }, walk.sums);
    if (!isSet) await addCounts(item, correction);
    return { users: walk.sums.users ?? 0, movedEntries, correctedCounts: countDifferences({}, correction) };
  }
}

/** Half of the job's time: below this, no other walk starts. */
const lastWalkMs = 450_000;

/** Leaves out profiles created during the walk: the functions that create them count them. */
async function walkProfiles(run: JobRun): Promise<{ sums: Counts; movedEntries: number }> {
  let sums: Counts = noTotals;
  let movedEntries = 0;
  for await (const profiles of readAllProfiles(new Date().toISOString())) {
    run.requireTime(pageMs);
    for (const profile of profiles) movedEntries += await flushOutbox(profile);
    const present = profiles.filter((profile) => !isExpired(profile));
    sums = addUp(sums, present.map(countProfile));
  }
  return { sums, movedEntries };
}

/** All profiles created by `until`, oldest first. The index may lag behind. */
async function* readAllProfiles(until: string): AsyncGenerator<ProfileItem[]> {
  const pages = queryPages<Key>({
    TableName: getUsersTable(),
    IndexName: 'by-creation',
    KeyConditionExpression: 'kind = :user AND createdAt <= :until',
    ExpressionAttributeValues: { ':user': 'user', ':until': until },
    Limit: 100,
  });
  for await (const keys of pages) yield readItems<ProfileItem>(getUsersTable(), keys);
}

async function recountDay(day: string): Promise<number> {
  for (;;) {
    const item = await readDay(day);
    const { signups, began, ended, revenueCents } = { ...noCounts, ...item };
    const counts = await countLedger(day);
    const wrongBy = countDifferences({ signups, began, ended, revenueCents }, counts);
    if (wrongBy === 0 || (await replaceCounts(item, counts))) return wrongBy;
  }
}

/** Enough for one page or one day. */
const pageMs = 20_000;

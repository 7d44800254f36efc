import { addUp, countDifferences, getChange, replaceCounts } from '../analytics/counts.ts';
import { listLastDays, noCounts, readDay } from '../analytics/days.ts';
import { countLedger, flushOutbox } from '../analytics/ledger.ts';
import { beginRecount, dropRecount, endRecount, moveRecount } from '../analytics/recount.ts';
import { countProfile } from '../analytics/totals.ts';
import { type JobRun, job } from '../job.ts';
import { readItems } from '../tables/batches.ts';
import { isExpired } from '../tables/profiles.ts';
import { queryPages } from '../tables/table.ts';
import { getUsersTable, type ProfileItem, type Recount } from '../tables/users.ts';
import { logTotalsRecounted } from '../telemetry/events.ts';

/**
 * Moves entries left in outboxes to the ledger, counts all profiles, and sets recent days to the ledger's counts.
 *
 * A run that is killed loses at most the page that it reads. Ten million profiles are 10,000 pages of about 70 ms: one
 * run of 12 minutes, or two. Memory holds a page.
 */
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

/**
 * Counts again if the totals changed meanwhile. A recount that took more than half of a run's time adds its correction
 * anyway: the changes of profiles that it had not read yet count twice, until the next night.
 */
async function recountProfiles(run: JobRun) {
  for (;;) {
    const begun = await beginRecount(Date.now());
    const recount = await countPages(begun, run);
    const mayRepeat = begun.pages === 0 && run.remainingMs() > lastWalkMs;
    const { sums, movedEntries } = recount;
    const correction = getChange(recount.before, sums);
    if (await endRecount(recount, correction, mayRepeat))
      return { users: sums.users, movedEntries, correctedCounts: countDifferences({}, correction) };
    if (mayRepeat) await dropRecount(recount);
  }
}

/** Half of the job's time: below this, no other walk starts. */
const lastWalkMs = 450_000;

/** Leaves out profiles created since it began: the functions that create them count them. */
async function countPages(begun: Recount, run: JobRun): Promise<Recount> {
  for (let recount = begun; ; ) {
    run.requireTime(pageMs);
    const keys = await readKeys(recount);
    const last = keys.at(-1);
    if (!last) return recount;
    const profiles = await readProfiles(keys);
    let { movedEntries } = recount;
    for (const profile of profiles) movedEntries += await flushOutbox(profile);
    const present = profiles.filter((profile) => !isExpired(profile));
    const sums = addUp(recount.sums, present.map(countProfile));
    recount = await moveRecount(recount, {
      ...recount,
      last: { pk: last.pk, createdAt: last.createdAt },
      sums,
      movedEntries,
    });
  }
}

/** Oldest first. The index may lag behind. */
async function readKeys({ until, last }: Recount): Promise<ProfileKey[]> {
  const pages = queryPages<ProfileKey>({
    TableName: getUsersTable(),
    IndexName: 'by-creation',
    KeyConditionExpression: 'kind = :user AND createdAt <= :until',
    ExpressionAttributeValues: { ':user': 'user', ':until': until },
    Limit: profilesPerPage,
    ...(last && { ExclusiveStartKey: { kind: 'user', sk: 'PROFILE', ...last } }),
  });
  return (await pages.next()).value ?? [];
}

type ProfileKey = Pick<ProfileItem, 'pk' | 'sk' | 'createdAt'>;

async function readProfiles(keys: readonly ProfileKey[]): Promise<ProfileItem[]> {
  const starts = Array.from(
    { length: Math.ceil(keys.length / keysPerRead) },
    (_, read) => read * keysPerRead,
  );
  const parts = starts.map((start) =>
    readItems<ProfileItem>(getUsersTable(), keys.slice(start, start + keysPerRead)),
  );
  return (await Promise.all(parts)).flat();
}

const profilesPerPage = 1_000;
const keysPerRead = 100;

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

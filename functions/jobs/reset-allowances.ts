import { addDays, listDays, toDay } from '../../shared/dates.ts';
import { addUp } from '../analytics/counts.ts';
import { readDays, setDayUsage } from '../analytics/days.ts';
import { type JobRun, job } from '../job.ts';
import { deleteItems, readItems } from '../tables/batches.ts';
import { countTranslations } from '../tables/grant-item.ts';
import { buildSetUpdate, type Key, queryPages, readItem, updateItem } from '../tables/table.ts';
import { counterDays, getUsageTable, listDayShards, type UsageItem } from '../tables/usage.ts';
import { type DayUsage, getUsersTable, type UsageCursorItem } from '../tables/users.ts';

/**
 * Adds up past days' counters for the operators, then deletes them.
 * Allowances do not depend on it, because a counter's key holds its day.
 *
 * A run that is killed loses nothing: each page's sums are kept with the cursor in one write, and the next run deletes
 * what the cursor has passed. Ten million counters are 100,000 pages of about 50 ms, with 16 parts of the index at once:
 * five minutes. Memory holds a page of each part.
 */
export const handler = job('reset-allowances', async (run) => {
  for (const day of await listOpenDays(Date.now())) {
    const cursors = await readCursors(day);
    const parts = listDayShards(day).map((shard) =>
      addUpShard(
        shard,
        cursors.find(({ sk }) => sk === buildCursorKey(shard).sk),
        run,
      ),
    );
    const failed = (await Promise.allSettled(parts)).find((part) => part.status === 'rejected');
    if (failed) throw failed.reason;
    await closeDay(day);
  }
});

/** Past days without sums. */
async function listOpenDays(now: number): Promise<string[]> {
  const lastDay = addDays(toDay(now - lateWritesMs), -1);
  const days = listDays(addDays(lastDay, 1 - counterDays), lastDay);
  const closed = (await readDays(days[0] ?? lastDay)).filter(({ dayUsage }) => dayUsage);
  return days.filter((day) => !closed.some(({ sk }) => sk === `DAY#${day}`));
}

/** Endpoints run for at most 30 seconds, and a grant lapses after 60. */
const lateWritesMs = 2 * 60_000;

/** Of several runs at once, only the one that moves the cursor counts a page. What it has passed, any may delete. */
async function addUpShard(shard: string, cursor: UsageCursorItem | undefined, run: JobRun): Promise<void> {
  if (cursor) await deleteCounted(shard, cursor.last, run);
  for (let seen = cursor; ; ) {
    run.requireTime(pageMs);
    const keys = await findCounters(shard, seen?.last ?? '#');
    const last = keys.at(-1)?.pk;
    if (last === undefined) return;
    const counters = await readItems<UsageItem>(getUsageTable(), keys);
    const now = Date.now();
    const sums = addUp(
      seen?.sums ?? noUsage,
      counters.map((counter) => countUsage(counter, now)),
    );
    const next: UsageCursorItem = { ...buildCursorKey(shard), last, sums };
    seen = (await moveCursor(next, seen)) ? next : await readItem<UsageCursorItem>(getUsersTable(), next);
    if (seen && last <= seen.last) await deleteItems(getUsageTable(), keys);
  }
}

/** An earlier run has counted them, and ended before it deleted them. */
async function deleteCounted(shard: string, last: string, run: JobRun): Promise<void> {
  for (let from = '#'; ; ) {
    run.requireTime(pageMs);
    const keys = (await findCounters(shard, from)).filter(({ pk }) => pk <= last);
    const end = keys.at(-1)?.pk;
    if (end === undefined) return;
    await deleteItems(getUsageTable(), keys);
    from = end;
  }
}

/** The index may lag behind, but the day ended longer ago than that. */
async function findCounters(shard: string, last: string): Promise<Key[]> {
  const pages = queryPages<Key>({
    TableName: getUsageTable(),
    IndexName: 'by-day',
    KeyConditionExpression: 'utcDay = :shard AND pk > :last',
    ExpressionAttributeValues: { ':shard': shard, ':last': last },
    ProjectionExpression: 'pk, sk',
    Limit: 100,
  });
  return (await pages.next()).value ?? [];
}

async function moveCursor({ pk, sk, last, sums }: UsageCursorItem, seen?: UsageCursorItem): Promise<boolean> {
  const update = buildSetUpdate({ last, sums });
  const moved = await updateItem(
    getUsersTable(),
    { pk, sk },
    {
      ...update,
      ConditionExpression: seen ? '#last = :seen' : 'attribute_not_exists(pk)',
      ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':seen': seen?.last },
    },
  );
  return moved !== undefined;
}

/** Writes nothing for a day without counters. */
async function closeDay(day: string): Promise<void> {
  const cursors = await readCursors(day);
  if (cursors.length === 0) return;
  await setDayUsage(
    day,
    addUp(
      noUsage,
      cursors.map(({ sums }) => sums),
    ),
  );
  await deleteItems(getUsersTable(), cursors);
}

async function readCursors(day: string): Promise<UsageCursorItem[]> {
  const pages = queryPages<UsageCursorItem>({
    TableName: getUsersTable(),
    KeyConditionExpression: 'pk = :stats AND begins_with(sk, :day)',
    ExpressionAttributeValues: { ':stats': 'STATS', ':day': buildCursorKey(day).sk },
    ConsistentRead: true,
  });
  return (await Array.fromAsync(pages)).flat();
}

function buildCursorKey(shard: string) {
  return { pk: 'STATS', sk: `USAGE#${shard}` } as const;
}

/** Ignores counters of IP addresses and of all free accounts: their usage is in users' and guests' counters. */
function countUsage(counter: UsageItem, now: number): Partial<DayUsage> {
  const { pk, characters = 0, speechSeconds = 0, spokenCharacters = 0 } = counter;
  const translations = countTranslations(counter, now);
  if (pk.startsWith('GUESTS')) return { guestTranslations: translations, guestCharacters: characters };
  // Only failed, or looked at a card form.
  const isIdle = translations + characters + speechSeconds + spokenCharacters === 0;
  if (isIdle || !pk.startsWith('USER#')) return {};
  return { users: 1, translations, characters, speechSeconds, spokenCharacters };
}

const noUsage: DayUsage = {
  users: 0,
  translations: 0,
  characters: 0,
  speechSeconds: 0,
  spokenCharacters: 0,
  guestTranslations: 0,
  guestCharacters: 0,
};

const pageMs = 15_000;

import { addDays, listDays, toDay } from '../../shared/dates.ts';
import { addUp } from '../analytics/counts.ts';
import { setDayUsage } from '../analytics/days.ts';
import { type JobRun, job } from '../job.ts';
import { deleteItems, readItems } from '../tables/batches.ts';
import { countTranslations } from '../tables/grant-item.ts';
import { type Key, queryPages } from '../tables/table.ts';
import { counterDays, getUsageTable, type UsageItem } from '../tables/usage.ts';
import type { DayUsage } from '../tables/users.ts';

/**
 * Adds up past days' counters for the operators, then deletes them.
 * Allowances do not depend on it, because a counter's key holds its day.
 */
export const handler = job('reset-allowances', async (run) => {
  for (const day of listPastDays(Date.now())) {
    const usage = await sumCounters(day, run);
    if (!usage) continue;
    await setDayUsage(day, usage);
    for await (const keys of findCounters(day, run)) await deleteItems(getUsageTable(), keys);
  }
});

function listPastDays(now: number): string[] {
  const lastDay = addDays(toDay(now - lateWritesMs), -1);
  return listDays(addDays(lastDay, 1 - counterDays), lastDay);
}

/** Endpoints run for at most 30 seconds, and a grant lapses after 60. */
const lateWritesMs = 2 * 60_000;

/** @returns undefined if the day has no counters */
async function sumCounters(day: string, run: JobRun): Promise<DayUsage | undefined> {
  const now = Date.now();
  let sums: DayUsage | undefined;
  for await (const keys of findCounters(day, run)) {
    const counters = await readItems<UsageItem>(getUsageTable(), keys);
    const usage = counters.map((counter) => countUsage(counter, now));
    sums = addUp(sums ?? noUsage, usage);
  }
  return sums;
}

/** Ignores counters of IP addresses and of all free accounts: their usage is in users' and guests' counters. */
function countUsage(counter: UsageItem, now: number): Partial<DayUsage> {
  const { pk, characters = 0, speechSeconds = 0, spokenCharacters = 0 } = counter;
  const translations = countTranslations(counter, now);
  if (pk === 'GUESTS') return { guestTranslations: translations, guestCharacters: characters };
  return pk.startsWith('USER#')
    ? { users: 1, translations, characters, speechSeconds, spokenCharacters }
    : {};
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

/** The index may lag behind, but the day ended longer ago than that. */
async function* findCounters(day: string, run: JobRun): AsyncGenerator<Key[]> {
  const pages = queryPages<Key>({
    TableName: getUsageTable(),
    IndexName: 'by-day',
    KeyConditionExpression: 'utcDay = :day',
    ExpressionAttributeValues: { ':day': day },
    ProjectionExpression: 'pk, sk',
    Limit: 100,
  });
  for await (const keys of pages) {
    run.requireTime(pageMs);
    if (keys.length > 0) yield keys;
  }
}

const pageMs = 15_000;

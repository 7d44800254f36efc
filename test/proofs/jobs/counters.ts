import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import pLimit from 'p-limit';

/** The clock of all runs: the job's own time. */
export const now = Date.parse('2026-11-20T00:05:00Z');
const today = '2026-11-20';
const closedDays = ['2026-11-18', '2026-11-19'];

/** What has to be there when the closed days are closed. */
export interface Expected {
  /** By day. */
  readonly totals: Record<string, Record<string, number>>;
  /** Keys of the counters that stay. */
  readonly left: readonly string[];
}

/**
 * Writes counters of two closed days, some of today, and guests', and sums them without the job.
 *
 * @param count how many the closed days have: users', and every tenth an address's
 */
export async function seedCounters(documents: DynamoDBDocumentClient, count: number): Promise<Expected> {
  const totals = Object.fromEntries(closedDays.map((day) => [day, { ...nothing }]));
  const items: Record<string, unknown>[] = [];
  for (let index = 0; index < count; index++) {
    const day = closedDays[index % 2] ?? today;
    if (index % 10 === 9) {
      items.push({ pk: `ADDRESS#${index}`, sk: day, utcDay: day, used: 1, expiresAt });
      continue;
    }
    const counter = {
      used: index % 11,
      characters: index % 501,
      speechSeconds: (index % 7) * 15,
      spokenCharacters: (index % 3) * 100,
    };
    items.push({ pk: `USER#${index}`, sk: day, utcDay: day, ...counter, expiresAt });
    const sums = totals[day] ?? { ...nothing };
    sums.users++;
    sums.translations += counter.used;
    sums.characters += counter.characters;
    sums.speechSeconds += counter.speechSeconds;
    sums.spokenCharacters += counter.spokenCharacters;
  }
  for (const [index, day] of closedDays.entries()) {
    const guests = { used: 40 + index, characters: 900 + index };
    items.push({ pk: 'GUESTS', sk: day, utcDay: day, ...guests, expiresAt });
    Object.assign(totals[day] ?? {}, { guestTranslations: guests.used, guestCharacters: guests.characters });
  }
  const staying = Array.from({ length: 100 }, (_, index) => [
    { pk: `USER#${index}`, sk: today, utcDay: today, used: 1, expiresAt },
    { pk: `GUEST#${index}`, sk: 'ALL', used: 2, expiresAt },
  ]).flat();
  await writeCounters(documents, [...items, ...staying]);
  return { totals, left: staying.map(({ pk, sk }) => `${pk} / ${sk}`).sort() };
}

/** Later than any run. */
const expiresAt = now / 1_000 + 30 * 24 * 60 * 60;

const nothing = {
  users: 0,
  translations: 0,
  characters: 0,
  speechSeconds: 0,
  spokenCharacters: 0,
  guestTranslations: 0,
  guestCharacters: 0,
};

async function writeCounters(documents: DynamoDBDocumentClient, items: readonly object[]): Promise<void> {
  const limit = pLimit(8);
  const batches: Promise<unknown>[] = [];
  for (let from = 0; from < items.length; from += 25) {
    const usage = items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item: { ...Item } } }));
    batches.push(limit(() => documents.send(new BatchWriteCommand({ RequestItems: { usage } }))));
  }
  await Promise.all(batches);
}

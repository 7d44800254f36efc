import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { countTranslations } from '../tables/grant-item.ts';
import { shardsOf, type UsageItem } from '../tables/usage.ts';
import { type DayItem, type DayUsage, type TotalsItem, usersTable } from '../tables/users.ts';
import { beforeAll } from './counters.ts';
import { documents } from './documents.ts';

/** Counters of addresses and of all free accounts only guard: they add nothing. */
export function sumUp(counters: readonly UsageItem[], now: number): DayUsage {
  const sums = { ...nothing };
  for (const counter of counters) {
    const { characters = 0, speechSeconds = 0, spokenCharacters = 0 } = counter;
    if (counter.pk.startsWith('USER#')) {
      sums.users += 1;
      sums.translations += countTranslations(counter, now);
      sums.characters += characters;
      sums.speechSeconds += speechSeconds;
      sums.spokenCharacters += spokenCharacters;
    } else if (counter.pk === 'GUESTS') {
      sums.guestTranslations += countTranslations(counter, now);
      sums.guestCharacters += characters;
    }
  }
  return sums;
}

const nothing: DayUsage = {
  users: 0,
  translations: 0,
  characters: 0,
  speechSeconds: 0,
  spokenCharacters: 0,
  guestTranslations: 0,
  guestCharacters: 0,
};

/** How far the day is rolled: begins it where nobody has, `undefined` where it is done. */
export async function cursorsOf(day: string): Promise<Cursors | undefined> {
  const item = await update({
    key: dayKey(day),
    expression: `SET cursors = if_not_exists(cursors, :cursors) ${additions}`,
    condition: 'attribute_not_exists(rolledAt)',
    names: nameKeys,
    values: {
      ':cursors': Object.fromEntries(shardsOf(day).map((shard) => [shard, beforeAll])),
      ...valuesOf(nothing),
    },
  });
  return item && (item as unknown as DayItem).cursors;
}

type Cursors = Readonly<Record<string, string>>;

/**
 * Adds a page's sums and moves its shard's cursor in one write, so that no page is counted twice.
 *
 * @returns false where somebody else has moved the cursor since it was read
 */
export async function addPage(
  page: { day: string; shard: string; cursor: string; nextCursor: string },
  sums: DayUsage,
): Promise<boolean> {
  const item = await update({
    key: dayKey(page.day),
    expression: `SET cursors.#shard = :next ${additions}`,
    condition: 'cursors.#shard = :cursor',
    names: { ...nameKeys, '#shard': page.shard },
    values: { ':next': page.nextCursor, ':cursor': page.cursor, ...valuesOf(sums) },
  });
  return item !== undefined;
}

const names = Object.keys(nothing) as (keyof DayUsage)[];
/** Some of the names are words of DynamoDB's own. */
const additions = `ADD ${names.map((name) => `#${name} :${name}`).join(', ')}`;
const nameKeys = Object.fromEntries(names.map((name) => [`#${name}`, name]));

function valuesOf(sums: DayUsage): Record<string, number> {
  return Object.fromEntries(names.map((name) => [`:${name}`, sums[name]]));
}

/** Says that a day is counted to its end. */
export async function closeDay(day: string): Promise<void> {
  const now = Date.now();
  await update({
    key: dayKey(day),
    expression: 'SET rolledAt = :now, expiresAt = :expiresAt REMOVE cursors',
    condition: 'attribute_not_exists(rolledAt)',
    values: { ':now': new Date(now).toISOString(), ':expiresAt': Math.floor(now / 1_000) + dayLifeSeconds },
  });
}

const dayLifeSeconds = 2 * 365 * 24 * 60 * 60;

export async function readRolledThrough(): Promise<string | undefined> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: usersTable(), Key: totalsKey, ConsistentRead: true }),
  );
  return (Item as TotalsItem | undefined)?.rolledThrough;
}

/** Never moves back. */
export async function moveRolledThrough(day: string): Promise<void> {
  await update({
    key: totalsKey,
    expression: 'SET rolledThrough = :day',
    condition: 'attribute_not_exists(rolledThrough) OR rolledThrough < :day',
    values: { ':day': day },
  });
}

const totalsKey = { pk: 'STATS', sk: 'TOTALS' };

function dayKey(day: string) {
  return { pk: 'STATS', sk: `DAY#${day}` };
}

/** @returns the whole item after the update; `undefined` where the condition does not hold */
async function update(change: Change): Promise<Record<string, unknown> | undefined> {
  try {
    const { Attributes } = await documents.send(
      new UpdateCommand({
        TableName: usersTable(),
        Key: change.key,
        UpdateExpression: change.expression,
        ConditionExpression: change.condition,
        ExpressionAttributeNames: change.names,
        ExpressionAttributeValues: change.values,
        ReturnValues: 'ALL_NEW',
      }),
    );
    return Attributes;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

interface Change {
  readonly key: { pk: string; sk: string };
  readonly expression: string;
  readonly condition: string;
  readonly names?: Record<string, string>;
  readonly values: Record<string, unknown>;
}

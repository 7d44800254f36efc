import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Guest, User } from '../request/caller.ts';
import { countTranslations, isOpen, listGrants, listLapsedGrants } from '../tables/grant-item.ts';
import { countersOf, readCounters, type UsageItem, usageTable } from '../tables/usage.ts';
import { documents } from '../tables/users.ts';
import { type Partition, readPartition } from './partition.ts';

/** What somebody has used on a day or in a month, or a guest in all. */
export interface Usage {
  /** `2026-11-20`, or a month: `2026-11`. Null for a guest. */
  readonly day: string | null;
  readonly translations: number;
  readonly characters: number;
  readonly speechSeconds: number;
  readonly interimSeconds: number;
  readonly spokenCharacters: number;
  readonly keptCharacters: number;
  /** Attempts that failed in the latest hour in which one did. */
  readonly failedAttempts: number;
  /** Translations that are granted and remembered one by one. */
  readonly requests: { begunAt: string; characters: number }[];
  /** Premium's, by the minute (UTC, `13:07`). */
  readonly minutes: { minute: string; translations: number }[];
}

/** The caller's counters, as far as they are still kept. */
export async function readUsage(caller: Guest | User): Promise<Usage[]> {
  const { pk } = countersOf(caller, Date.now());
  const items = await readPartition<UsageItem>(usageTable(), pk as Partition, caller.signal);
  const now = Date.now();
  return items.map((item) => ({
    day: item.sk === 'ALL' ? null : item.sk,
    translations: countTranslations(item, now),
    characters: item.characters ?? 0,
    speechSeconds: item.speechSeconds ?? 0,
    interimSeconds: item.interimSeconds ?? 0,
    spokenCharacters: item.spokenCharacters ?? 0,
    keptCharacters: item.keptCharacters ?? 0,
    failedAttempts: item.failed ?? 0,
    requests: listGrants(item).map(([, { since, characters }]) => ({
      begunAt: new Date(since).toISOString(),
      characters,
    })),
    minutes: minutesOf(item),
  }));
}

function minutesOf(item: UsageItem): Usage['minutes'] {
  return Object.entries(item).flatMap(([name, translations]) => {
    const [, hour, minute] = name.match(/^m_(\d\d)(\d\d)$/) ?? [];
    return hour ? [{ minute: `${hour}:${minute}`, translations }] : [];
  });
}

/**
 * Reduces the caller's counters to their numbers: what else they hold are signatures of single requests. A request
 * that still runs keeps its own, or it could not be answered. One that died is given back, as it would have been
 * later.
 */
export async function forgetRequests(caller: Guest | User): Promise<void> {
  const counters = countersOf(caller, Date.now());
  const { pk, sk } = counters;
  for (;;) {
    caller.signal.throwIfAborted();
    const item = await readCounters(counters);
    const change = item && withoutRequests(item, Date.now());
    if (!change) return;
    try {
      await documents.send(new UpdateCommand({ TableName: usageTable(), Key: { pk, sk }, ...change }));
      return;
    } catch (error) {
      // A request has gone on meanwhile.
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }
}

/** Undefined where there are none. The database client may send it twice: each request is taken back once. */
function withoutRequests(item: UsageItem, now: number): Change | undefined {
  const over = listGrants(item).filter(
    ([, { runs }]) => !Object.values(runs).some((run) => isOpen(run, now)),
  );
  if (over.length === 0) return undefined;
  const lapsed = listLapsedGrants(item, now);
  return {
    UpdateExpression: `REMOVE ${over.map(([name]) => name).join()} ADD used :used, characters :characters`,
    ConditionExpression: over.map(([name], index) => `${name}.version = :version${index}`).join(' AND '),
    ExpressionAttributeValues: {
      ':used': -lapsed.length,
      ':characters': -lapsed.reduce((sum, [, { characters }]) => sum + characters, 0),
      ...Object.fromEntries(over.map(([, { version }], index) => [`:version${index}`, version])),
    },
  };
}

type Change = Pick<
  UpdateCommandInput,
  'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeValues'
>;

import type { Guest, User } from '../request/caller.ts';
import { countTranslations, isOpen, listGrants, listLapsedGrants } from '../tables/grant-item.ts';
import { type Partition, readPartition } from '../tables/partition.ts';
import { type Update, updateItem } from '../tables/table.ts';
import { readCounters, selectCounters, type UsageItem, usageTable } from '../tables/usage.ts';

/** The usage of a day or a month; of a guest, in all. */
export interface Usage {
  /** `2026-11-20`, or a month: `2026-11`. Null for a guest. */
  readonly day: string | null;
  readonly translations: number;
  readonly characters: number;
  readonly speechSeconds: number;
  readonly spokenCharacters: number;
  readonly keptCharacters: number;
  /** In the latest hour with a failed attempt. */
  readonly failedAttempts: number;
  /** Granted translations. */
  readonly requests: { begunAt: string; characters: number }[];
  /** Premium only, by the minute (UTC, `13:07`). */
  readonly minutes: { minute: string; translations: number }[];
}

/** The caller's counters that have not expired. */
export async function exportUsage(caller: Guest | User): Promise<Usage[]> {
  const { pk } = selectCounters(caller, Date.now());
  const items = await readPartition<UsageItem>(usageTable(), pk as Partition, caller.signal);
  const now = Date.now();
  return items.map((item) => ({
    day: item.sk === 'ALL' ? null : item.sk,
    translations: countTranslations(item, now),
    characters: item.characters ?? 0,
    speechSeconds: item.speechSeconds ?? 0,
    spokenCharacters: item.spokenCharacters ?? 0,
    keptCharacters: item.keptCharacters ?? 0,
    failedAttempts: item.failed ?? 0,
    requests: listGrants(item).map(([, { since, characters }]) => ({
      begunAt: new Date(since).toISOString(),
      characters,
    })),
    minutes: listMinutes(item),
  }));
}

function listMinutes(item: UsageItem): Usage['minutes'] {
  return Object.entries(item).flatMap(([name, translations]) => {
    const [, hour, minute] = name.match(/^m_(\d\d)(\d\d)$/) ?? [];
    return hour ? [{ minute: `${hour}:${minute}`, translations }] : [];
  });
}

/**
 * Removes the signatures of single requests from the caller's counters. A request that still runs keeps its grant; a
 * lapsed grant is given back.
 */
export async function forgetRequests(caller: Guest | User): Promise<void> {
  const counters = selectCounters(caller, Date.now());
  for (let isDone = false; !isDone; ) {
    caller.signal.throwIfAborted();
    const item = await readCounters(counters);
    const update = item && buildRemoval(item, Date.now());
    // The condition fails if a request has changed its grant since the read.
    isDone = !update || (await updateItem(usageTable(), counters, update)) !== undefined;
  }
}

/** Undefined without finished requests. The condition prevents a retried update from giving back twice. */
function buildRemoval(item: UsageItem, now: number): Update | undefined {
  const finished = listGrants(item).filter(
    ([, { runs }]) => !Object.values(runs).some((run) => isOpen(run, now)),
  );
  if (finished.length === 0) return undefined;
  const lapsed = listLapsedGrants(item, now);
  return {
    UpdateExpression: `REMOVE ${finished.map(([name]) => name).join()} ADD used :used, characters :characters`,
    ConditionExpression: finished.map(([name], index) => `${name}.version = :version${index}`).join(' AND '),
    ExpressionAttributeValues: {
      ':used': -lapsed.length,
      ':characters': -lapsed.reduce((sum, [, { characters }]) => sum + characters, 0),
      ...Object.fromEntries(finished.map(([, { version }], index) => [`:version${index}`, version])),
    },
  };
}

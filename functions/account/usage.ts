import type { Guest, User } from '../request/caller.ts';
import { countTranslations, listGrants } from '../tables/grant-item.ts';
import { type Partition, readPartition } from '../tables/partition.ts';
import { selectCounters, type UsageItem, usageTable } from '../tables/usage.ts';

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
  readonly requests: { begunAt: string; characters: number }[];
  /** Premium only, by the minute (UTC, `13:07`). */
  readonly minutes: { minute: string; translations: number }[];
}

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

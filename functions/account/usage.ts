import type { Output } from '../../shared/api/contract.ts';
import type { Guest, User } from '../request/caller.ts';
import { countTranslations, listGrants } from '../tables/grant-item.ts';
import { type Partition, readPartition } from '../tables/partition.ts';
import { buildCounterKey, getUsageTable, type UsageItem } from '../tables/usage.ts';

type Usage = Output<'account.export'>['usage'];

export async function exportUsage(caller: Guest | User): Promise<Usage> {
  const { pk } = buildCounterKey(caller, Date.now());
  const items = await readPartition<UsageItem>(getUsageTable(), pk as Partition, caller.signal);
  const now = Date.now();
  return items.map((item) => ({
    day: item.sk === 'ALL' ? null : item.sk,
    translations: countTranslations(item, now),
    characters: item.characters ?? 0,
    speechSeconds: item.speechSeconds ?? 0,
    spokenCharacters: item.spokenCharacters ?? 0,
    importedCharacters: item.importedCharacters ?? 0,
    failedAttempts: item.failed ?? 0,
    requests: listGrants(item).map(([, { begunAt, characters }]) => ({
      begunAt: new Date(begunAt).toISOString(),
      characters,
    })),
    minutes: listMinutes(item),
  }));
}

function listMinutes(item: UsageItem): Usage[number]['minutes'] {
  return Object.entries(item).flatMap(([name, translations]) => {
    const [, hour, minute] = name.match(/^m_(\d\d)(\d\d)$/) ?? [];
    return hour ? [{ minute: `${hour}:${minute}`, translations }] : [];
  });
}

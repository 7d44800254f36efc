import { startDynamoDb } from '../../../infra/local/database/dynamodb.ts';
import { limits } from '../../../shared/limits.ts';
import { documentsAt, scanAll } from '../../support/parley/local.ts';

/** Finds inconsistencies in the database of a data folder. */
export async function inconsistencies(folder: string): Promise<string[]> {
  const database = await startDynamoDb(folder);
  const documents = documentsAt(database.url);
  const users = await scanAll<Item>(documents, 'users');
  const usage = await scanAll<Item>(documents, 'usage');
  documents.destroy();
  await database.stop();

  const profiles = new Set(users.filter(({ sk }) => sk === 'PROFILE').map(({ pk }) => pk));
  const ownerless = users.filter(({ pk }) => pk.startsWith('USER#') && !profiles.has(pk));
  return [
    ...ownerless.map(({ pk, sk }) => `${pk} ${sk} is there without a profile`),
    ...usage.flatMap((item) => {
      const most = mostOf(item.pk);
      const used = item.used ?? 0;
      const grants = Object.keys(item).filter((name) => name.startsWith('g_')).length;
      if (most === undefined) return [];
      // A deleted account's count stays, without what it knows single requests by.
      return (used === grants || grants === 0) && used <= most
        ? []
        : [`${item.pk}: ${used} used with ${grants} grants, of ${most}`];
    }),
  ];
}

function mostOf(pk: string): number | undefined {
  if (pk.startsWith('GUEST#')) return limits.translations.guest;
  return pk.startsWith('USER#') ? limits.translations.free : undefined;
}

interface Item extends Record<string, unknown> {
  readonly pk: string;
  readonly sk: string;
  readonly used?: number;
}

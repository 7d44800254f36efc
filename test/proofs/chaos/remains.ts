import path from 'node:path';
import type Stripe from 'stripe';
import { startDynamoDb } from '../../../infra/local/database/dynamodb.ts';
import { openStore } from '../../../infra/local/database/store.ts';
import { limits } from '../../../shared/limits.ts';
import { documentsAt, scanAll } from '../../support/parley/local.ts';

/** Finds inconsistencies in a data folder. */
export async function inconsistencies(folder: string): Promise<string[]> {
  return [...(await inDatabase(folder)), ...(await atStripe(folder))];
}

async function inDatabase(folder: string): Promise<string[]> {
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

async function atStripe(folder: string): Promise<string[]> {
  const store = await openStore(path.join(folder, 'stripe'));
  const objects = store.list<{ kind: string; object: unknown }>('object:').map(({ value }) => value);
  await store.close();
  const all = <Shape>(kind: string) =>
    objects.filter((each) => each.kind === kind).map(({ object }) => object as Shape);
  const live = all<Stripe.Subscription>('subscription').filter(({ status }) => status !== 'canceled');
  return [
    ...repeated(all<Stripe.Customer>('customer').map(({ metadata }) => `${metadata.userId}`)).map(
      (id) => `${id} is more than one customer at Stripe`,
    ),
    ...repeated(live.map(({ customer }) => `${customer}`)).map(
      (id) => `${id} has more than one live subscription`,
    ),
    ...all<{ id: string; state: string }>('delivery')
      .filter(({ state }) => state !== 'delivered')
      .map(({ id, state }) => `the delivery ${id} is ${state}`),
  ];
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

interface Item extends Record<string, unknown> {
  readonly pk: string;
  readonly sk: string;
  readonly used?: number;
}

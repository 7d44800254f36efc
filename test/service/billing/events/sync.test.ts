import { beforeEach, describe, expect, test } from 'vitest';
import { listSubscriptions, syncSubscription } from '../../../../functions/billing/events/sync.ts';
import { withStripe } from '../../../../functions/billing/stripe.ts';
import { documentClient } from '../../../../functions/tables/client.ts';
import { loseAnswer, rightAfter, type Someone } from '../../../support/handlers/in-process.ts';
import { startBuyers } from '../../../support/people/buyers.ts';
import { outage } from '../../../support/stripe/stripe.ts';

const buyers = await startBuyers();
const { user, item, items, all, remove, stripe, intercept, calls } = buyers;
const { subscribe, profile, subscriptions, priceOf } = buyers;

describe('a sync', () => {
  test('changes nothing else of the profile', async () => {
    const ada = await subscriber();
    const before = await item('users', ada.partition, 'PROFILE');
    await sync(ada);
    const { syncsBegun, lastWrittenSync, ...after } = (await item('users', ada.partition, 'PROFILE')) ?? {};
    const { syncsBegun: begun, lastWrittenSync: synced, ...rest } = before ?? {};
    expect(after).toEqual(rest);
    expect([syncsBegun, lastWrittenSync]).toEqual([Number(begun) + 1, Number(synced) + 1]);
  });

  test('never overwrites a later one, in any order', async () => {
    const ada = await subscriber();
    const waiting = holdLists();
    const early = Array.from({ length: 5 }, () => sync(ada));
    await expect.poll(() => waiting.length).toBe(5);
    await cancel(ada);
    const last = sync(ada);
    await expect.poll(() => waiting.length).toBe(6);
    for (const go of waiting.toReversed()) go();
    expect(await last).toMatchObject({ status: 'free' });
    for (const each of await Promise.all(early)) expect(each).toBeUndefined();
    expect((await profile(ada)).subscription).toMatchObject({ status: 'free' });
  });

  test('that fails leaves the profile as it was, and the next one writes', async () => {
    const ada = await subscriber();
    const { subscription } = await profile(ada);
    await cancel(ada);
    intercept(async () => outage);
    await expect(sync(ada)).rejects.toThrow('The payment service had a problem.');
    expect((await profile(ada)).subscription).toEqual(subscription);
    intercept();
    expect(await sync(ada)).toMatchObject({ status: 'free' });
  });

  test('of a deleted account creates none, and does not call Stripe', async () => {
    const before = calls.length;
    expect(await syncSubscription('nobody', 'cus_1')).toBeUndefined();
    expect(calls.length).toBe(before);
    expect(await items('users', 'USER#nobody')).toEqual([]);
  });

  test('of an account that is deleted at the same time creates none', async () => {
    const ada = await subscriber();
    const customer = (await profile(ada)).customerId ?? '';
    rightAfter(documentClient, 'UpdateItemCommand', () => remove('users', ada.partition, 'PROFILE'));
    expect(await syncSubscription(ada.id, customer)).toBeUndefined();
    expect(await items('users', ada.partition)).toEqual([]);
  });
});

describe('a subscription’s start and end', () => {
  test('are entered, without the trial', async () => {
    const ada = await subscriber();
    await sync(ada);
    expect(await turns()).toEqual([]);
    await cancel(ada);
    await sync(ada);
    await subscribe(ada, { body: chargedToday });
    await sync(ada);
    expect(await turns()).toEqual(['BEGAN']);
    await cancel(ada);
    await Promise.all([sync(ada), sync(ada), sync(ada)]);
    expect(await turns()).toEqual(['BEGAN', 'ENDED']);
    expect(await item('users', ada.partition, 'PROFILE')).toMatchObject({ outbox: {} });
  });

  test('follow from the state that another sync has just written', async () => {
    const ada = await subscriber();
    await cancel(ada);
    await sync(ada);
    const { id } = await stripe.subscriptions.create({
      customer: (await profile(ada)).customerId ?? '',
      items: [{ price: await priceOf('parley_annual') }],
    });
    const waiting = holdLists();
    const first = sync(ada);
    await expect.poll(() => waiting.length).toBe(1);
    await stripe.subscriptions.cancel(id);
    const second = sync(ada);
    await expect.poll(() => waiting.length).toBe(2);
    waiting[0]?.();
    expect(await first).toMatchObject({ status: 'active' });
    waiting[1]?.();
    expect(await second).toMatchObject({ status: 'free' });
    expect(await turns()).toEqual(['BEGAN', 'ENDED']);
  });

  test('are counted where the answer to the write is lost', async () => {
    const ada = await subscriber();
    await cancel(ada);
    await sync(ada);
    const before = await item('users', 'STATS', 'TOTALS');
    await stripe.subscriptions.create({
      customer: (await profile(ada)).customerId ?? '',
      items: [{ price: await priceOf('parley_annual') }],
    });
    loseAnswer(documentClient, 'SET subscription');
    expect(await sync(ada)).toMatchObject({ status: 'active' });
    expect(await turns()).toEqual(['BEGAN']);
    expect(await item('users', 'STATS', 'TOTALS')).toMatchObject({ paying: Number(before?.paying) + 1 });
  });

  const chargedToday = { priceId: 'parley_monthly', acceptsCharge: true };
  let known: string[] = [];
  beforeEach(async () => {
    known = await ledger();
  });

  /** The entries of this test. */
  async function turns(): Promise<(string | undefined)[]> {
    const entries = (await ledger()).filter((sk) => !known.includes(sk));
    return entries.map((sk) => sk.split('#')[0]).filter((kind) => kind !== 'INVOICE');
  }

  async function ledger(): Promise<string[]> {
    const entries = (await all('users')).filter(({ pk }) => `${pk}`.startsWith('LEDGER#'));
    return entries.map(({ sk }) => `${sk}`).sort();
  }
});

describe('the list of a customer’s subscriptions', () => {
  test('has ended ones, too, and is empty for an unknown customer', async () => {
    const ada = await subscriber();
    await cancel(ada);
    const { customerId = '' } = await profile(ada);
    const found = await withStripe((client) => listSubscriptions(client, customerId));
    expect(found).toMatchObject([{ status: 'canceled' }]);
    expect(await withStripe((client) => listSubscriptions(client, 'cus_never'))).toEqual([]);
  });
});

async function subscriber(): Promise<Someone> {
  const someone = await user();
  // Any card will do: this test is not about trials.
  await subscribe(someone);
  return someone;
}

/** Holds Stripe's lists of subscriptions. @returns what lets each of them go */
function holdLists(): (() => void)[] {
  const waiting: (() => void)[] = [];
  intercept(async (call, execute) => {
    const reply = await execute();
    if (call === 'GET /v1/subscriptions') await new Promise<void>((go) => waiting.push(go));
    return reply;
  });
  return waiting;
}

async function sync(someone: Someone) {
  const { customerId = '' } = await profile(someone);
  return syncSubscription(someone.id, customerId);
}

/** Ends a user's subscriptions at Stripe without webhooks. */
async function cancel(someone: Someone): Promise<void> {
  for (const { id, status } of await subscriptions(someone)) {
    if (status !== 'canceled') await stripe.subscriptions.cancel(id);
  }
}

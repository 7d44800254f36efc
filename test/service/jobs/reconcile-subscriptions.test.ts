import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler } from '../../../functions/jobs/reconcile-subscriptions.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import { lambdaContext, runJob } from '../../support/handlers/event.ts';
import { beforeRequests, breaks, type Someone } from '../../support/handlers/in-process.ts';
import { startBuyers } from '../../support/people/buyers.ts';
import { cardWithoutFunds, mastercard, visa } from '../../support/people/cards.ts';
import { outage } from '../../support/stripe/stripe.ts';

const buyers = await startBuyers();
const { user, item, put, all, remove, logged, keys, secrets } = buyers;
const { stripe, calls, intercept, giveCard, advance, deliverEvents } = buyers;
const { create, subscribe, status, profile, subscriptions, priceOf, revenue } = buyers;

// Delivers the events of earlier tests.
beforeEach(() => deliverEvents(200));
afterEach(() => {
  secrets.value = JSON.stringify(keys);
  vi.useRealTimers();
});

describe('an undelivered event', () => {
  test('is processed: a card gets its subscription, and a payment is revenue', async () => {
    const ada = await user({ trialSetupIntentId: 'seti_earlier' });
    await giveCardOf(ada, visa, { priceId: 'parley_monthly', acceptsCharge: true });
    await run();
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', purchase: null });
    expect(await subscriptions(ada)).toHaveLength(1);
    expect(reconciled()).toMatchObject({ events: 1, corrected: 0 });

    // The events of the job's changes are not delivered either.
    const before = await revenue();
    await run();
    expect(await revenue()).toHaveLength(before.length + 1);
  });

  test('that fails does not stop the others, and fails the job at the end', async () => {
    const [ada, eve, bob] = [await user(), await user(), await user()];
    await subscribe(bob);
    await deliverEvents(200);
    await putFree(bob);
    const stuck = await giveCardOf(ada, mastercard);
    await giveCardOf(eve, '4000000560000004');
    intercept(async (call, execute) => (call.endsWith(stuck) ? outage : execute()));
    await expect(run()).rejects.toThrow('The job reconcile-subscriptions did not finish: provider_failed.');
    expect(await status(eve)).toMatchObject({ subscriptionStatus: 'trialing' });
    expect(await status(bob)).toMatchObject({ subscriptionStatus: 'trialing' });
    expect(reconciled()).toMatchObject({ events: 1, corrected: 1 });
    expect(logged()).toContain('"job-failed"');

    intercept();
    await run();
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'trialing' });
  });
});

describe('a profile that differs from Stripe', () => {
  test.each([
    ['an end', async (id: string) => void (await stripe.subscriptions.cancel(id)), 'free'],
    [
      'a cancellation',
      async (id: string) => void (await stripe.subscriptions.update(id, { cancel_at_period_end: true })),
      'canceled',
    ],
    ['the end of the trial', () => advance(8), 'active'],
  ])('of %s is corrected', async (_what, change, expected) => {
    const ada = await user();
    await subscribe(ada);
    const [{ id = '' } = {}] = await subscriptions(ada);
    await change(id);
    await deliverEvents(200);
    expect((await profile(ada)).subscription).toMatchObject({ status: 'trialing' });
    await run();
    expect((await profile(ada)).subscription).toMatchObject({ status: expected });
    expect(reconciled()?.corrected).toBeGreaterThanOrEqual(1);
    await run();
    expect(reconciled()).toMatchObject({ events: 0, corrected: 0 });
  });

  test.each([
    ['is current', () => advance(0)],
    ['has a payment that is due', () => advance(8)],
  ])('in nothing is not synced again: it %s', async (_what, change) => {
    const ada = await user();
    await subscribe(ada, { card: cardWithoutFunds });
    await change();
    await run();
    await deliverEvents(200);
    const { syncsBegun } = await profile(ada);
    await run();
    expect((await profile(ada)).syncsBegun).toBe(syncsBegun);
  });

  test('that cannot be corrected does not stop the others, and fails the job at the end', async () => {
    const [ada, eve] = [await user(), await user()];
    await subscribe(ada, { card: visa });
    await subscribe(eve, { card: mastercard });
    await deliverEvents(200);
    const { customerId = '' } = await profile(eve);
    await putFree(ada);
    await putFree(eve);
    // Stripe's list begins with the latest.
    const mend = beforeRequests(documentClient, breaks(new RegExp(`CUSTOMER#${customerId}`)));
    await expect(run()).rejects.toThrow('The job reconcile-subscriptions did not finish: Error.');
    mend();
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'trialing' });
    expect(reconciled()).toMatchObject({ corrected: 1 });
    await run();
    expect(await status(eve)).toMatchObject({ subscriptionStatus: 'trialing' });
  });
});

test('the log names no user', async () => {
  const ada = await user();
  await giveCardOf(ada, visa);
  await run();
  const { customerId = '' } = await profile(ada);
  for (const secret of [ada.id, customerId, '4242', `${ada.id}@example.com`]) {
    expect(logged()).not.toContain(secret);
  }
});

describe('the comparison', () => {
  test('starts again where Stripe no longer has its place', async () => {
    const ada = await user();
    await subscribe(ada);
    await deliverEvents(200);
    await putFree(ada);
    await put('users', { pk: 'STATS', sk: 'RECONCILE', lastId: 'sub_gone' });
    await run();
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'trialing' });
  });

  test('stops before the function’s end', async () => {
    const ada = await user();
    await giveCardOf(ada, visa);
    await expect(runJob('reconcile-subscriptions', handler, lambdaContext(29_000))).rejects.toThrow(
      'did not finish: OutOfTime.',
    );
    expect(await subscriptions(ada)).toEqual([]);
    await run();
    expect(await subscriptions(ada)).toHaveLength(1);
  });

  test('has the same result with concurrent runs and requests', async () => {
    const [ada, eve] = [await user(), await user()];
    await subscribe(eve, { card: mastercard });
    await putFree(eve);
    await giveCardOf(ada, visa);
    await Promise.allSettled([run(), status(ada), run(), status(eve), status(ada)]);
    await run();
    await run();
    expect(await subscriptions(ada)).toHaveLength(1);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'trialing', purchase: null });
    expect(await status(eve)).toMatchObject({ subscriptionStatus: 'trialing' });
  });
});

describe('keys', () => {
  // Missing keys are cached for a minute.
  afterEach(() => void vi.resetModules());

  test('may be missing: nothing is sold yet', async () => {
    const customers = (await all('users')).filter(({ customerId }) => customerId);
    for (const { pk, sk } of customers) await remove('users', `${pk}`, `${sk}`);
    const runAgain = await newFunction();
    secrets.value = '{}';
    await runAgain();
    expect(logged()).toContain('"job-ended"');
    expect(reconciled()).toBeUndefined();
  });

  test('that are lost while a user has a Stripe customer are a fault', async () => {
    const ada = await user();
    await create(ada);
    const runAgain = await newFunction();
    secrets.value = '{}';
    await expect(runAgain()).rejects.toThrow('did not finish: payments_unavailable.');
    expect(logged()).toContain('"job-failed"');
  });

  test('that Stripe refuses are a fault', async () => {
    const runAgain = await newFunction();
    secrets.value = JSON.stringify({ ...keys, secretKey: 'sk_test_revoked' });
    await expect(runAgain()).rejects.toThrow('did not finish: payments_unavailable.');
  });

  async function newFunction() {
    vi.resetModules();
    const { handler } = await import('../../../functions/jobs/reconcile-subscriptions.ts');
    return () => runJob('reconcile-subscriptions', handler);
  }
});

// These are last, because each run compares their hundreds of subscriptions.
describe('with several pages at Stripe', () => {
  test('undelivered events are handled page by page, and the next run goes on where time was up', async () => {
    const customer = (await stripe.customers.create({})).id;
    const items = [{ price: await priceOf('parley_monthly') }];
    const ada = await user({ trialSetupIntentId: 'seti_earlier' });
    // Stripe lists the latest events first, so hers is on the last page.
    await giveCardOf(ada, visa, { priceId: 'parley_monthly', acceptsCharge: true });
    const others = Array.from({ length: 101 }, () => ({ customer, items, trial_period_days: 7 }));
    await Promise.all(others.map((each) => stripe.subscriptions.create(each)));
    const context = lambdaContext();
    let isLate = false;
    context.getRemainingTimeInMillis = () => (isLate ? 29_999 : 60_000);
    const stop = beforeRequests(documentClient, (command, input) => {
      isLate ||= command === 'PutItemCommand' && input.includes('RECONCILE#EVENTS');
    });
    await expect(runJob('reconcile-subscriptions', handler, context)).rejects.toThrow('OutOfTime');
    stop();
    expect(await subscriptions(ada)).toEqual([]);
    const place = await item('users', 'STATS', 'RECONCILE#EVENTS');
    expect(place).toMatchObject({ lastId: expect.stringMatching(/^evt_/) });
    const countLists = async () => {
      const asked = calls.length;
      await run();
      return calls.slice(asked).filter((call) => call === 'GET /v1/events').length;
    };
    const rest = await countLists();
    expect(await subscriptions(ada)).toHaveLength(1);
    expect(await item('users', 'STATS', 'RECONCILE#EVENTS')).toBeUndefined();
    expect(rest).toBeLessThan(await countLists());
  });

  test('the comparison runs page by page, and continues where time was up', async () => {
    const ada = await user();
    await subscribe(ada);
    const customer = (await stripe.customers.create({})).id;
    const items = [{ price: await priceOf('parley_monthly') }];
    const others = Array.from({ length: 100 }, () => ({ customer, items, trial_period_days: 7 }));
    await Promise.all(others.map((each) => stripe.subscriptions.create(each)));
    await deliverEvents(200);
    await putFree(ada);

    const context = lambdaContext();
    let isLate = false;
    context.getRemainingTimeInMillis = () => (isLate ? 29_999 : 60_000);
    beforeRequests(documentClient, (command, input) => {
      isLate ||= command === 'PutItemCommand' && input.includes('"RECONCILE"');
    });
    await expect(runJob('reconcile-subscriptions', handler, context)).rejects.toThrow(
      'did not finish: OutOfTime.',
    );
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free' });
    expect(await item('users', 'STATS', 'RECONCILE')).toBeDefined();

    const asked = calls.length;
    await run();
    const lists = calls.slice(asked).filter((call) => call === 'GET /v1/subscriptions').length;
    const all = await stripe.subscriptions.list({ status: 'all' }).autoPagingToArray({ limit: 1_000 });
    // The pages after the first, and hers.
    expect(lists).toBeLessThanOrEqual(Math.ceil(all.length / 100));
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'trialing' });
    expect(await item('users', 'STATS', 'RECONCILE')).toBeUndefined();
    await run();
    expect(reconciled()?.compared).toBe(all.length);
  });
});

function run(): Promise<void> {
  return runJob('reconcile-subscriptions', handler);
}

/** The last run's log line. */
function reconciled(): { events: number; compared: number; corrected: number } | undefined {
  const lines = logged()
    .split('\n')
    .filter((line) => line.includes('"subscriptions-reconciled"'));
  return lines.length > 0 ? JSON.parse(lines.at(-1) ?? '') : undefined;
}

async function giveCardOf(someone: Someone, card: string, body?: object): Promise<string> {
  return giveCard((await create(someone, body)).body.clientSecret, card);
}

/** A profile that missed an event. */
async function putFree(someone: Someone): Promise<void> {
  const { subscription, ...rest } = (await item('users', someone.partition, 'PROFILE')) ?? {};
  await put('users', rest);
}

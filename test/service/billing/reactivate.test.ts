import { describe, expect, test } from 'vitest';
import { handler } from '../../../functions/billing/reactivate.ts';
import { call, type Someone } from '../../support/handlers/in-process.ts';
import { startBuyers } from '../../support/people/buyers.ts';

const buyers = await startBuyers();
const { user, logged, stripe, calls, advance, subscribe, status, subscriptions } = buyers;

const nothing = 'Your subscription has ended. Nothing was charged. Subscribe again to get Premium back.';

describe('reactivating', () => {
  test.each([
    ['with its period', () => ({ cancel_at_period_end: true })],
    ['at a time', () => ({ cancel_at: Math.floor(buyers.now() / 1_000) + 3 * 86_400 })],
  ])('continues one with an end %s', async (_form, change) => {
    const ada = await user();
    await subscribe(ada);
    const before = await status(ada);
    const [{ id = '' } = {}] = await subscriptions(ada);
    await stripe.subscriptions.update(id, change());
    expect(await reactivate(ada)).toMatchObject({ status: 200, body: {}, cookies: [] });
    expect(await subscriptions(ada)).toMatchObject([{ cancel_at: null, cancel_at_period_end: false }]);
    expect(await status(ada)).toEqual(before);
    expect(logged()).toContain('"change":"reactivated"');
    await advance(8);
    expect(await subscriptions(ada)).toMatchObject([{ status: 'active' }]);
  });

  test('is idempotent, also concurrently', async () => {
    const ada = await user();
    await subscribe(ada);
    const [{ id = '' } = {}] = await subscriptions(ada);
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    const answers = await Promise.all(Array.from({ length: 5 }, () => reactivate(ada)));
    for (const { status: answered } of answers) expect(answered).toBe(200);
    expect((await reactivate(ada)).status).toBe(200);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'trialing' });
  });

  test('is a conflict after the subscription has ended', async () => {
    const ada = await user();
    await subscribe(ada);
    for (const { id } of await subscriptions(ada)) await stripe.subscriptions.cancel(id);
    const { status: answered, body } = await reactivate(ada);
    expect([answered, body.code, body.error]).toEqual([409, 'conflict', nothing]);
  });

  test('is a conflict without a customer, and does not call Stripe', async () => {
    const { status: answered, body } = await reactivate(await user());
    expect([answered, body.error]).toEqual([409, nothing]);
    expect(calls).toEqual([]);
  });
});

function reactivate(someone: Someone) {
  return call(handler, { method: 'POST', path: '/api/reactivate-subscription', body: {} }, someone);
}

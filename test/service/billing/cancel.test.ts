import { describe, expect, test } from 'vitest';
import { call, type Someone } from '../../support/handlers/in-process.ts';
import { startBuyers } from '../../support/people/buyers.ts';
import { outage } from '../../support/stripe/stripe.ts';

const buyers = await startBuyers();
const { user, logged, stripe, calls, meddle, advance } = buyers;
const { subscribe, status, profile, subscriptions, signal, customerOf, paid, priceOf } = buyers;
const { handler } = await import('../../../functions/billing/cancel.ts');

const nothing =
  'There is no subscription to cancel. Nothing will be charged. Reload the page to see how it stands.';

describe('cancelling', () => {
  test('a trial lets it end when it would have been charged first', async () => {
    const ada = await user();
    await subscribe(ada);
    const before = await status(ada);
    expect(await cancel(ada)).toEqual({ status: 200, body: {}, cookies: [] });
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'canceled',
      isPremium: true,
      trialEndsAt: before.trialEndsAt,
      subscriptionEndsAt: before.trialEndsAt,
      nextCharge: null,
      limit: null,
    });
    expect(await subscriptions(ada)).toMatchObject([{ status: 'trialing', cancel_at_period_end: true }]);
    expect(logged()).toContain('"subscription-changed"');

    await advance(8);
    await signal('customer.subscription.deleted', { id: 'sub_1', customer: await customerOf(ada) });
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free', isPremium: false });
    expect(await paid(ada)).toEqual([]);
  });

  test('again, also many times at once, changes nothing more', async () => {
    const ada = await user();
    await subscribe(ada);
    await cancel(ada);
    const [before] = await subscriptions(ada);
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(ada)));
    for (const { status: answered } of answers) expect(answered).toBe(200);
    expect(await subscriptions(ada)).toEqual([before]);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'canceled' });
  });

  test('leaves one alone that Stripe shows as ending at a time', async () => {
    const ada = await user();
    await subscribe(ada);
    const [{ id = '' } = {}] = await subscriptions(ada);
    const at = Math.floor(buyers.now() / 1_000) + 3 * 86_400;
    await stripe.subscriptions.update(id, { cancel_at: at });
    expect((await cancel(ada)).status).toBe(200);
    expect(await subscriptions(ada)).toMatchObject([{ cancel_at: at, cancel_at_period_end: false }]);
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'canceled',
      subscriptionEndsAt: new Date(at * 1_000).toISOString(),
    });
  });

  test('ends all of several', async () => {
    const ada = await user();
    await subscribe(ada);
    const items = [{ price: await priceOf('parley_annual') }];
    await stripe.subscriptions.create({ customer: await customerOf(ada), items });
    await cancel(ada);
    for (const each of await subscriptions(ada)) expect(each.cancel_at_period_end).toBe(true);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'canceled' });
  });

  test('nothing is told, and Stripe not asked for whom it does not know', async () => {
    const { status: answered, body } = await cancel(await user());
    expect([answered, body.code, body.error]).toEqual([409, 'conflict', nothing]);
    expect(calls).toEqual([]);
  });

  test('what is over already is told', async () => {
    const ada = await user();
    await subscribe(ada);
    for (const { id } of await subscriptions(ada)) await stripe.subscriptions.cancel(id);
    expect((await cancel(ada)).body.error).toBe(nothing);
  });

  test.each([
    ['is down', 'reset', 502, 'provider_failed'],
    ['fails', outage, 502, 'provider_failed'],
    ['refuses the key', { status: 401, body: '{"error":{}}' }, 503, 'payments_unavailable'],
  ] as const)('leaves everything as it was where Stripe %s', async (_how, reply, expected, code) => {
    const ada = await user();
    await subscribe(ada);
    const before = await profile(ada);
    meddle(async () => reply);
    const { status: answered, body } = await cancel(ada);
    expect([answered, body.code]).toEqual([expected, code]);
    expect(await profile(ada)).toEqual(before);
    expect(await subscriptions(ada)).toMatchObject([{ cancel_at_period_end: false }]);
  });

  test('that Stripe has done, and did not live to tell, is done when it is asked again', async () => {
    const ada = await user();
    await subscribe(ada);
    meddle(async (each, carryOut) => {
      const reply = await carryOut();
      return each.startsWith('POST /v1/subscriptions/') ? outage : reply;
    });
    expect((await cancel(ada)).status).toBe(502);
    meddle();
    expect((await cancel(ada)).status).toBe(200);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'canceled' });
  });
});

function cancel(someone: Someone) {
  return call(handler, { method: 'POST', path: '/api/cancel-subscription', body: {} }, someone);
}

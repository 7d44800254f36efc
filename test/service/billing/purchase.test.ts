import { describe, expect, test } from 'vitest';
import { startBuyers } from '../../support/people/buyers.ts';
import { mastercard, visa } from '../../support/people/cards.ts';

const buyers = await startBuyers();
const { user, item, put, stripe, meddle, logged } = buyers;
const { create, giveCard, signal, subscribe, status, profile, subscriptions, customerOf } = buyers;

const chargedToday = { priceId: 'parley_monthly', chargedToday: true };

describe('an attempt that can never be carried out does not stand in the way', () => {
  test('of one whose form was ended at Stripe', async () => {
    const ada = await user();
    const { body } = await create(ada);
    await stripe.setupIntents.cancel((await profile(ada)).purchase?.setupIntentId ?? '');
    const another = await create(ada);
    expect(another.status).toBe(200);
    expect(another.body.clientSecret).not.toBe(body.clientSecret);
    await giveCard(another.body.clientSecret, visa);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'trialing' });
  });

  test('of one whose form Stripe knows nothing of', async () => {
    const ada = await user();
    await create(ada);
    const known = await item('users', ada.partition, 'PROFILE');
    const { purchase, customerId } = await profile(ada);
    await put('users', {
      ...known,
      customerId: 'cus_of_another_account',
      purchase: { ...purchase, setupIntentId: 'seti_of_another_account' },
    });
    expect((await signal('setup_intent.succeeded', { id: 'seti_of_another_account' })).status).toBe(200);
    await subscribe(ada);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'trialing' });
    expect((await profile(ada)).customerId).not.toBe(customerId);
  });

  test('of a customer who was deleted, which nobody has told', async () => {
    const ada = await user();
    await create(ada, { priceId: 'parley_annual' });
    await stripe.customers.del((await profile(ada)).customerId ?? '');
    await subscribe(ada);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'trialing' });
  });

  test('of a saved card that was taken away', async () => {
    await subscribe(await user());
    const ada = await user();
    await subscribe(ada);
    await stripe.paymentMethods.detach((await profile(ada)).purchase?.paymentMethodId ?? '');
    const { status: answered, body } = await create(ada, { ...chargedToday, savedCard: true });
    expect([answered, body.error]).toEqual([
      409,
      'That card is not known any more. Nothing was charged. Enter a card anew.',
    ]);
    await subscribe(ada, { card: mastercard, body: chargedToday });
    expect(await status(ada)).toMatchObject({ isPremium: true });
  });
});

test('what a deleted customer bought takes nothing from the one who came after', async () => {
  const ada = await user();
  const id = await subscribe(ada);
  const former = await customerOf(ada);
  await stripe.customers.del(former);
  await signal('customer.deleted', { id: former });
  await subscribe(ada, { card: mastercard, body: chargedToday });
  expect((await signal('setup_intent.succeeded', { id, customer: former })).status).toBe(200);
  expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', isPremium: true });
});

test('a purchase that is being carried out already is no fault, and comes to its end', async () => {
  const ada = await user();
  const { body } = await create(ada);
  const id = await giveCard(body.clientSecret, visa);
  meddle(async (call, carryOut) => (call === 'POST /v1/subscriptions' ? inUse : carryOut()));
  const refused = await signal('setup_intent.succeeded', { id });
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
  expect(logged()).not.toContain('"faulted"');

  meddle((_call, carryOut) => carryOut());
  expect((await signal('setup_intent.succeeded', { id })).status).toBe(200);
  expect(await status(ada)).toMatchObject({ subscriptionStatus: 'trialing', purchase: null });
});

test('nobody is charged another amount than the pages say', async () => {
  const { data } = await stripe.prices.list({ lookup_keys: ['parley_monthly'] });
  const [right] = data;
  const product = typeof right?.product === 'string' ? right.product : '';
  const wrong = { product, lookup_key: 'parley_monthly', transfer_lookup_key: true, currency: 'usd' };
  const recurring = { interval: 'month' } as const;
  await stripe.prices.create({ ...wrong, recurring, unit_amount: 599 });
  const ada = await user({ trialOf: 'seti_earlier' });
  const { body } = await create(ada, chargedToday);
  const id = await giveCard(body.clientSecret, visa);
  expect((await signal('setup_intent.succeeded', { id })).status).toBe(500);
  expect(await subscriptions(ada)).toEqual([]);

  await stripe.prices.update(right?.id ?? '', { lookup_key: 'parley_monthly', transfer_lookup_key: true });
  expect((await signal('setup_intent.succeeded', { id })).status).toBe(200);
  expect(await subscriptions(ada)).toMatchObject([{ status: 'active' }]);
});

/** What Stripe answers while it is at the same request. */
const inUse = {
  status: 409,
  body: JSON.stringify({ error: { type: 'invalid_request_error', code: 'idempotency_key_in_use' } }),
};

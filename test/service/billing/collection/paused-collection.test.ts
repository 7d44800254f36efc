import { expect, test } from 'vitest';
import { handler as reactivate } from '../../../../functions/billing/reactivate.ts';
import { call, type Someone } from '../../../support/handlers/in-process.ts';
import { startBuyers } from '../../../support/people/buyers.ts';

const buyers = await startBuyers();
const { user, stripe, advance, send, eventsOf, setDefaultCard } = buyers;
const { status, subscribe, subscriptions, customerOf, paid } = buyers;

test('a paused collection shows no charge, and Premium ends with the paid period', async () => {
  const ada = await payer();
  const end = (await status(ada)).subscriptionEndsAt;
  await pause(ada);
  expect(await status(ada)).toMatchObject({
    subscriptionStatus: 'canceled',
    isPremium: true,
    nextCharge: null,
    subscriptionEndsAt: end,
  });
  await advance(32);
  await notify(ada);
  expect(await subscriptions(ada)).toMatchObject([{ status: 'active' }]);
  expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free', isPremium: false, nextCharge: null });
  expect(await paid(ada)).toEqual([499]);
});

test('a pause while a payment is due ends Premium, which was paid for a period that is over', async () => {
  const ada = await payer();
  await setDefaultCard(await customerOf(ada), 'pm_card_chargeCustomerFail');
  await advance(32);
  await notify(ada);
  expect(await status(ada)).toMatchObject({ subscriptionStatus: 'past_due', isPremium: true });
  await pause(ada);
  expect(await subscriptions(ada)).toMatchObject([{ status: 'past_due' }]);
  expect(await status(ada)).toMatchObject({ subscriptionStatus: 'free', isPremium: false, nextCharge: null });
});

test('a new card pays nothing while collection is paused', async () => {
  const ada = await payer();
  const customer = await customerOf(ada);
  await setDefaultCard(customer, 'pm_card_chargeCustomerFail');
  await advance(32);
  await pause(ada);
  await setDefaultCard(customer, 'pm_card_visa');
  await notify(ada);
  expect(await paid(ada)).toEqual([499]);
});

test('reactivating resumes the collection', async () => {
  const ada = await payer();
  await pause(ada);
  const answer = await call(
    reactivate,
    { method: 'POST', path: '/api/reactivate-subscription', body: {} },
    ada,
  );
  expect(answer.status).toBe(200);
  expect(await subscriptions(ada)).toMatchObject([{ pause_collection: null }]);
  expect(await status(ada)).toMatchObject({
    subscriptionStatus: 'active',
    nextCharge: { amountCents: 499, currency: 'usd' },
  });
});

test('subscribing again after the paid period replaces the paused subscription', async () => {
  const ada = await payer();
  await pause(ada);
  await advance(32);
  await notify(ada);
  await subscribe(ada, { body: chargedToday });
  expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', isPremium: true });
  expect(await subscriptions(ada)).toMatchObject([{ status: 'active' }, { status: 'canceled' }]);
  expect(await paid(ada)).toEqual([499, 499]);
});

const chargedToday = { priceId: 'parley_monthly', acceptsCharge: true };

async function payer(): Promise<Someone> {
  const ada = await user({ trialSetupIntentId: 'seti_earlier' });
  await subscribe(ada, { body: chargedToday });
  return ada;
}

/** As the owner does in Stripe's dashboard. */
async function pause(someone: Someone): Promise<void> {
  const [{ id = '' } = {}] = await subscriptions(someone);
  await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } });
  await notify(someone);
}

async function notify(someone: Someone): Promise<void> {
  const event = (await eventsOf(await customerOf(someone))).at(-1);
  expect((await send({ ...event, id: `evt_${crypto.randomUUID()}` })).status).toBe(200);
}

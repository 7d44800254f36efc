import { expect, test } from 'vitest';
import type { Someone } from '../../../support/handlers/in-process.ts';
import { startBuyers } from '../../../support/people/buyers.ts';
import { mastercard } from '../../../support/people/cards.ts';

const buyers = await startBuyers();
const { user, stripe, calls, create, giveCard, signal, advance } = buyers;
const { subscribe, subscriptions, customerOf, setDefaultCard, send, eventsOf } = buyers;

const list = 'GET subscriptions';
const preview = 'POST invoices/create_preview';

/** Each call waits for Stripe, and counts against its limit of 100 a second. */
test.each<[type: string, when: string, cause: (ada: Someone) => Promise<object>, calls: string[]]>([
  [
    'setup_intent.succeeded',
    'for a trial',
    openForm,
    ['GET setup_intents/ID', list, 'POST customers/ID', 'GET prices', 'POST subscriptions', list, preview],
  ],
  ['customer.subscription.updated', 'in a trial', subscribed, [list, preview]],
  ['customer.subscription.updated', 'set to end', setToEnd, [list]],
  ['customer.updated', 'with a new card', newCard, [list, preview]],
  [
    'customer.updated',
    'with a new card while past due',
    newCardWhilePastDue,
    [list, 'POST invoices/ID/pay', list, preview],
  ],
  ['invoice.paid', 'of a trial', subscribed, ['GET invoices/ID', list, preview]],
  ['invoice.payment_failed', 'after a trial', pastDue, [list, 'GET invoices', 'GET invoice_payments']],
])('%s %s costs no more calls than this', async (type, _when, cause, expected) => {
  const ada = await user();
  const event = await cause(ada);
  const before = calls.length;
  expect((await send({ ...event, id: `evt_${crypto.randomUUID()}`, type })).status).toBe(200);
  const made = calls.slice(before).map((each) => each.replace('/v1/', '').replace(/[a-z]+_\w{24}/, 'ID'));
  expect(made).toEqual(expected);
});

async function openForm(ada: Someone): Promise<object> {
  const { body } = await create(ada);
  const id = await giveCard(body.clientSecret, mastercard);
  const intent = await stripe.setupIntents.retrieve(id);
  return { object: 'event', livemode: false, data: { object: intent } };
}

async function subscribed(ada: Someone): Promise<object> {
  await subscribe(ada);
  return lastEvent(ada, 'customer.subscription.created');
}

async function setToEnd(ada: Someone): Promise<object> {
  await subscribe(ada);
  const [{ id = '' } = {}] = await subscriptions(ada);
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  return lastEvent(ada, 'customer.subscription.updated');
}

async function newCard(ada: Someone): Promise<object> {
  await subscribe(ada);
  await setDefaultCard(await customerOf(ada), 'pm_card_mastercard');
  return lastEvent(ada, 'customer.updated');
}

async function pastDue(ada: Someone): Promise<object> {
  await subscribe(ada);
  await setDefaultCard(await customerOf(ada), 'pm_card_chargeCustomerFail');
  await advance(8);
  await signal('customer.updated', { id: await customerOf(ada) });
  return lastEvent(ada, 'invoice.payment_failed');
}

async function newCardWhilePastDue(ada: Someone): Promise<object> {
  await pastDue(ada);
  await setDefaultCard(await customerOf(ada), 'pm_card_mastercard');
  return lastEvent(ada, 'customer.updated');
}

async function lastEvent(ada: Someone, type: string): Promise<object> {
  const all = await eventsOf(await customerOf(ada));
  return all.findLast((each) => each.type === type) ?? {};
}

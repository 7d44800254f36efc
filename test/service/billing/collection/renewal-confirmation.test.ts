import { describe, expect, test } from 'vitest';
import { handler as portal } from '../../../../functions/billing/portal.ts';
import { call, type Someone } from '../../../support/handlers/in-process.ts';
import { startBuyers } from '../../../support/people/buyers.ts';
import { cardWithoutFunds } from '../../../support/people/cards.ts';

const buyers = await startBuyers();
const { user, stripe, advance, send, eventsOf, setDefaultCard, deliverEvents } = buyers;
const { subscribe, status, customerOf, paid, subscriptions } = buyers;

describe('a bank that wants a renewal to be confirmed', () => {
  test('differs from a declined card, and the invoice’s page restores Premium', async () => {
    const ada = await owing();
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'past_due',
      isPremium: false,
      needsConfirmation: true,
    });
    const { status: code, body } = await openDue(ada);
    expect(code).toBe(200);
    const [invoice] = (await stripe.invoices.list({ customer: await customerOf(ada), status: 'open' })).data;
    expect(body).toEqual({ url: invoice?.hosted_invoice_url });

    await answerBank(body.url, 'complete');
    await notify(ada);
    expect(await paid(ada)).toEqual([499]);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', needsConfirmation: false });
    const { status: after, body: refusal } = await openDue(ada);
    expect([after, refusal.error]).toEqual([
      409,
      'You have no payment to confirm. Nothing was charged. Reload the page.',
    ]);
  });

  test('that is not convinced asks for another card', async () => {
    const ada = await owing();
    await answerBank((await openDue(ada)).body.url, 'fail');
    await notify(ada);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'past_due', needsConfirmation: false });
    expect(await paid(ada)).toEqual([]);
  });

  test('is found where Stripe reports the payment as declined', async () => {
    const ada = await owing();
    buyers.intercept(async (name, execute) => {
      const reply = await execute();
      if (!name.startsWith('GET /v1/payment_intents/')) return reply;
      const intent = { ...JSON.parse(reply.body), status: 'requires_payment_method' };
      return {
        ...reply,
        body: JSON.stringify({ ...intent, last_payment_error: { code: 'authentication_required' } }),
      };
    });
    await notify(ada);
    expect(await status(ada)).toMatchObject({ needsConfirmation: true });
  });
});

test('what is due is what the invoice asks for: the price with a coupon, less credit', async () => {
  const ada = await user();
  await subscribe(ada);
  const coupon = await stripe.coupons.create({ percent_off: 25, duration: 'forever' });
  const [{ id = '' } = {}] = await subscriptions(ada);
  await stripe.subscriptions.update(id, { discounts: [{ coupon: coupon.id }] });
  await stripe.customers.update(await customerOf(ada), { balance: -100 });
  await setDefaultCard(await customerOf(ada), 'pm_card_chargeCustomerFail');
  await advance(8);
  await notify(ada);
  expect(await status(ada)).toMatchObject({
    subscriptionStatus: 'past_due',
    due: { amountCents: 274, currency: 'usd' },
  });
  await setDefaultCard(await customerOf(ada), 'pm_card_visa');
  await notify(ada);
  expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', due: null });
  expect(await paid(ada)).toEqual([274]);
});

test('a declined card needs no confirmation', async () => {
  const ada = await user();
  await subscribe(ada, { card: cardWithoutFunds });
  await advance(8);
  await notify(ada);
  expect(await status(ada)).toMatchObject({ subscriptionStatus: 'past_due', needsConfirmation: false });
});

/** A user whose bank did not let the first charge pass. */
async function owing(): Promise<Someone> {
  const ada = await user();
  await subscribe(ada);
  await setDefaultCard(await customerOf(ada), 'pm_card_authenticationRequired');
  await advance(8);
  expect(await subscriptions(ada)).toMatchObject([{ status: 'past_due' }]);
  await notify(ada);
  return ada;
}

/** Delivers the customer's latest event with a new id. */
async function notify(someone: Someone): Promise<void> {
  const event = (await eventsOf(await customerOf(someone))).at(-1);
  expect((await send({ ...event, id: `evt_${crypto.randomUUID()}` })).status).toBe(200);
  await deliverEvents(200);
}

function openDue(someone: Someone) {
  return call(portal, { method: 'POST', path: '/api/billing-portal', body: { opens: 'due' } }, someone);
}

async function answerBank(page: string, answer: 'complete' | 'fail'): Promise<void> {
  const headers = { origin: new URL(page).origin };
  const response = await fetch(page, { method: 'POST', headers, body: new URLSearchParams({ answer }) });
  expect(response.status).toBe(200);
}

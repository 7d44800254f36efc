import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { call, type Someone } from '../../support/handlers/in-process.ts';
import { startBuyers } from '../../support/people/buyers.ts';
import { cardWithoutFunds, mastercard, visa } from '../../support/people/cards.ts';
import { outage } from '../../support/stripe/stripe.ts';

const buyers = await startBuyers();
const { user, stripe, intercept, calls, create, giveCard, signal, status, paid, advance } = buyers;
const { handler } = await import('../../../functions/billing/apply-code.ts');

const monthly = 'parley_monthly';
const chargedToday = { priceId: monthly, acceptsCharge: true };

describe('a code', () => {
  test.each([
    ['once', { percent_off: 50, duration: 'once' }, { amountCents: 249, payments: 1 }, [249, 499]],
    [
      'for two months',
      { percent_off: 50, duration: 'repeating', duration_in_months: 2 },
      { amountCents: 249, payments: 2 },
      [249, 249, 499],
    ],
    [
      'for ever',
      { amount_off: 100, currency: 'usd', duration: 'forever' },
      { amountCents: 399, payments: null },
      [399, 399],
    ],
    [
      'that pays for all',
      { amount_off: 900, currency: 'usd', duration: 'once' },
      { amountCents: 0, payments: 1 },
      [499],
    ],
  ] as const)('%s charges what was shown', async (_how, coupon, shown, charges) => {
    const code = await offer(coupon);
    const ada = await payer();
    const secret = await openForm(ada, chargedToday);
    expect(await apply(ada, ` ${code.toLowerCase()} `)).toEqual({ discount: { code, ...shown } });
    await pay(secret);
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'active',
      isPremium: true,
      purchase: null,
    });
    for (const _ of charges.slice(shown.amountCents === 0 ? 0 : 1)) await advance(32);
    expect((await paid(ada)).toReversed().slice(0, charges.length)).toEqual(charges);
  });

  test('lowers the first payment after a trial, which charges nothing', async () => {
    const code = await offer({ percent_off: 50, duration: 'once' });
    const ada = await user();
    const secret = await openForm(ada);
    expect(await apply(ada, code)).toEqual({ discount: { code, amountCents: 249, payments: 1 } });
    await pay(secret);
    expect(await status(ada)).toMatchObject({
      subscriptionStatus: 'trialing',
      nextCharge: { amountCents: 249 },
    });
    expect(await paid(ada)).toEqual([]);
    await advance(8);
    expect(await paid(ada)).toEqual([249]);
  });

  test('of months counts the payments of a year as one', async () => {
    const code = await offer({ percent_off: 25, duration: 'repeating', duration_in_months: 3 });
    const ada = await payer();
    await openForm(ada, { priceId: 'parley_annual', acceptsCharge: true });
    expect(await apply(ada, code, 'parley_annual')).toMatchObject({
      discount: { amountCents: 2_999, payments: 1 },
    });
  });

  test.each([
    ['is removed again', (ada: Someone) => apply(ada, null)],
    ['was followed by a wrong one', (ada: Someone) => send(ada, 'NOSUCH')],
    ['was set in a form that has since been opened again', (ada: Someone) => openForm(ada, chargedToday)],
  ])('that %s lowers nothing', async (_how, undo) => {
    const code = await offer({ percent_off: 50, duration: 'forever' });
    const ada = await payer();
    const secret = await openForm(ada, chargedToday);
    await apply(ada, code);
    await undo(ada);
    await pay(secret);
    expect(await paid(ada)).toEqual([499]);
  });

  test('stays with a card that has had its trial, and with a payment that the bank has to confirm', async () => {
    await pay(await openForm(await user()));
    const code = await offer({ percent_off: 50, duration: 'once' });
    const ada = await user();
    const secret = await openForm(ada);
    await apply(ada, code);
    await pay(secret);
    const discount = { code, amountCents: 249, payments: 1 };
    expect(await status(ada)).toMatchObject({ purchase: { state: 'card_had_trial', discount } });
    await pay(await openForm(ada, { ...chargedToday, usesSavedCard: true }), '');
    expect(await paid(ada)).toEqual([249]);
  });
});

describe('a code is refused', () => {
  const refused = (text: string) => ({ status: 422, body: { code: 'code_refused', error: text } });

  test.each<[string, () => Promise<string>, string]>([
    ['that nobody has made', async () => 'NOSUCH', 'We don’t know this code. Check its spelling.'],
    ['of another customer', ofAnother, 'We don’t know this code. Check its spelling.'],
    [
      'that has expired',
      async () => {
        const code = await offer(half, { expires_at: seconds() + 10 });
        await advance(1);
        return code;
      },
      'This code has expired. Try another one, or continue without it.',
    ],
    [
      'that was switched off',
      async () => {
        const code = await offer(half);
        const { data } = await stripe.promotionCodes.list({ code });
        await stripe.promotionCodes.update(data[0]?.id ?? '', { active: false });
        return code;
      },
      'This code has expired. Try another one, or continue without it.',
    ],
    [
      'that was used up',
      async () => {
        const code = await offer(half, { max_redemptions: 1 });
        await redeem(await payer(), code);
        return code;
      },
      'This code has been used up. Try another one, or continue without it.',
    ],
    [
      'whose coupon was used up',
      async () => {
        const code = await offer({ ...half, max_redemptions: 1 });
        await redeem(await payer(), code);
        return code;
      },
      'This code has been used up. Try another one, or continue without it.',
    ],
    [
      'for a higher price',
      () => offer(half, { restrictions: { minimum_amount: 3_000, minimum_amount_currency: 'usd' } }),
      'This code only works for a larger amount. Try it with another plan, or continue without it.',
    ],
    [
      'for another product',
      ofOtherProduct,
      'This code isn’t for this plan. Choose another plan, or continue without it.',
    ],
  ])('%s, in a sentence, and nothing changes', async (_which, make, text) => {
    const ada = await payer();
    const secret = await openForm(ada, chargedToday);
    expect(await send(ada, await make())).toMatchObject(refused(text));
    await pay(secret);
    expect(await paid(ada)).toEqual([499]);
  });

  test('for newcomers, to somebody who had a trial', async () => {
    const code = await offer(half, { restrictions: { first_time_transaction: true } });
    const ada = await payer();
    await redeem(ada, code);
    await stripe.subscriptions.cancel((await buyers.subscriptions(ada))[0]?.id ?? '');
    await signal('customer.subscription.deleted', { id: 'sub', customer: await buyers.customerOf(ada) });
    await openForm(ada, chargedToday);
    expect(await send(ada, code)).toMatchObject(
      refused('This code is only for a first payment, and you have paid before. Continue without it.'),
    );
  });

  test('that Stripe refuses for a reason of its own', async () => {
    const code = await offer(half);
    const ada = await payer();
    await openForm(ada, chargedToday);
    const no = { status: 400, body: '{"error":{"type":"invalid_request_error","message":"No."}}' };
    intercept(async (asked, execute) => (asked.endsWith('/create_preview') ? no : execute()));
    expect(await send(ada, code)).toMatchObject(
      refused('You can’t use this code here. Try another one, or continue without it.'),
    );
    intercept(async () => outage);
    expect(await send(ada, code)).toMatchObject({ status: 502, body: { code: 'provider_failed' } });
  });

  test('without a form of its plan, or once its card was accepted', async () => {
    const code = await offer(half);
    const ada = await payer();
    expect(await send(ada, code)).toMatchObject({ status: 409 });
    const secret = await openForm(ada, chargedToday);
    expect(await send(ada, code, 'parley_annual')).toMatchObject({ status: 409 });
    await giveCard(secret, visa);
    expect(await send(ada, code)).toMatchObject({ status: 409 });
  });
});

describe('a code that is lost after it was shown', () => {
  test.each([
    ['a trial', false],
    ['a payment', true],
  ])('charges nothing, and can be had without it: %s', async (_terms, acceptsCharge) => {
    const code = await offer(half, { max_redemptions: 1 });
    const [ada, bob] = [await (acceptsCharge ? payer() : user()), await payer()];
    const order = { priceId: monthly, acceptsCharge };
    const secret = await openForm(ada, order);
    await apply(ada, code);
    await redeem(bob, code);
    await pay(secret, mastercard);
    expect(await buyers.subscriptions(ada)).toEqual([]);
    expect(await status(ada)).toMatchObject({
      isPremium: false,
      trialAvailable: !acceptsCharge,
      purchase: { state: 'code_lost', discount: null },
    });
    await pay(await openForm(ada, order), mastercard);
    expect(await status(ada)).toMatchObject({ isPremium: true });
  });

  test('also at the last moment', async () => {
    const code = await offer(half, { max_redemptions: 1 });
    const [ada, bob] = [await payer(), await payer()];
    const secret = await openForm(ada, chargedToday);
    await apply(ada, code);
    intercept(async (asked, execute) => {
      if (asked !== 'POST /v1/subscriptions') return execute();
      intercept();
      await redeem(bob, code);
      return execute();
    });
    await pay(secret);
    expect(await status(ada)).toMatchObject({ isPremium: false, purchase: { state: 'code_lost' } });
    expect(await paid(ada)).toEqual([]);
  });
});

test('ten different codes a day are looked up, and the same one as often as one likes', async () => {
  const code = await offer(half);
  const ada = await payer();
  await openForm(ada, chargedToday);
  for (let guess = 0; guess < 9; guess += 1) await send(ada, `GUESS${guess}`);
  for (let time = 0; time < 3; time += 1) expect((await send(ada, code)).status).toBe(200);
  const asked = calls.length;
  expect(await send(ada, 'GUESS10')).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(calls.slice(asked)).toEqual([]);
  expect((await send(ada, code)).status).toBe(200);
});

test('a code can be used again after a declined card', async () => {
  const code = await offer(half);
  const ada = await payer();
  const secret = await openForm(ada, chargedToday);
  await apply(ada, code);
  await pay(secret, cardWithoutFunds);
  expect(await status(ada)).toMatchObject({ purchase: { state: 'payment_failed' } });
  const again = await openForm(ada, chargedToday);
  expect(await apply(ada, code)).toMatchObject({ discount: { amountCents: 249 } });
  await pay(again);
  expect(await paid(ada)).toEqual([249]);
});

const half = { percent_off: 50, duration: 'once' } as const;

let offers = 0;

async function offer(
  coupon: Stripe.CouponCreateParams,
  restrictions: Partial<Stripe.PromotionCodeCreateParams> = {},
): Promise<string> {
  offers += 1;
  const { id } = await stripe.coupons.create(coupon);
  const promotion = { type: 'coupon', coupon: id } as const;
  return (await stripe.promotionCodes.create({ code: `SAVE-${offers}`, promotion, ...restrictions })).code;
}

async function ofAnother(): Promise<string> {
  const { id: customer } = await stripe.customers.create({ email: 'other@parley.example' });
  return offer(half, { customer });
}

async function ofOtherProduct(): Promise<string> {
  const { id } = await stripe.products.create({ name: 'Another product' });
  return offer({ ...half, applies_to: { products: [id] } });
}

/** Has had a trial. */
function payer(): Promise<Someone> {
  return user({ trialSetupIntentId: 'seti_earlier' });
}

async function openForm(someone: Someone, body: object = { priceId: monthly }): Promise<string> {
  return (await create(someone, body)).body.clientSecret;
}

function send(someone: Someone, code: string | null, priceId = monthly) {
  const post = { method: 'POST', path: '/api/apply-code', body: { priceId, code } };
  return call(handler, post, someone);
}

async function apply(someone: Someone, code: string | null, priceId?: string) {
  const answer = await send(someone, code, priceId);
  expect(answer.status).toBe(200);
  return answer.body;
}

/** @param card none for the card that the form knows */
async function pay(secret: string, card = visa): Promise<void> {
  const id = await giveCard(secret, card);
  expect((await signal('setup_intent.succeeded', { id })).status).toBe(200);
}

async function redeem(someone: Someone, code: string): Promise<void> {
  const secret = await openForm(someone, chargedToday);
  await apply(someone, code);
  await pay(secret);
  expect(await paid(someone)).toEqual([249]);
}

function seconds(): number {
  return Math.floor(buyers.now() / 1_000);
}

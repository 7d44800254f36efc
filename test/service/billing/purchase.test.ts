import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { handler as createHandler } from '../../../functions/billing/create.ts';
import { claimTrials, isTrialAvailable } from '../../../functions/billing/purchase/trials.ts';
import { removeAlias } from '../../../functions/request/mailbox.ts';
import { buildAddressCounterKey } from '../../../functions/tables/usage.ts';
import type { ProfileItem } from '../../../functions/tables/users.ts';
import { call, type Someone } from '../../support/handlers/in-process.ts';
import { cardFormsPerAddress, startBuyers } from '../../support/people/buyers.ts';
import { mastercard, visa } from '../../support/people/cards.ts';

const buyers = await startBuyers();
const { user, item, all, put, remove, stripe, intercept, logged } = buyers;
const { create, giveCard, signal, subscribe, status, profile, subscriptions, customerOf } = buyers;

const chargedToday = { priceId: 'parley_monthly', acceptsCharge: true };

describe('a dead purchase does not block the next one', () => {
  test('with a form that was cancelled at Stripe', async () => {
    const ada = await user();
    const { body } = await create(ada);
    await stripe.setupIntents.cancel((await profile(ada)).purchase?.setupIntentId ?? '');
    const another = await create(ada);
    expect(another.status).toBe(200);
    expect(another.body.clientSecret).not.toBe(body.clientSecret);
    await giveCard(another.body.clientSecret, visa);
    expect(await status(ada)).toMatchObject({ subscriptionStatus: 'trialing' });
  });

  test('with a form that Stripe does not know', async () => {
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

  test('with a saved card that was removed', async () => {
    await subscribe(await user());
    const ada = await user();
    await subscribe(ada);
    await stripe.paymentMethods.detach((await profile(ada)).purchase?.paymentMethodId ?? '');
    const { status: answered, body } = await create(ada, { ...chargedToday, usesSavedCard: true });
    expect([answered, body.error]).toEqual([
      409,
      'We no longer have that card. Nothing was charged. Enter your card again.',
    ]);
    await subscribe(ada, { card: mastercard, body: chargedToday });
    expect(await status(ada)).toMatchObject({ isPremium: true });
  });
});

test('a deleted customer’s purchase does not affect the next customer', async () => {
  const ada = await user();
  const id = await subscribe(ada);
  const former = await customerOf(ada);
  await stripe.customers.del(former);
  await signal('customer.deleted', { id: former });
  await subscribe(ada, { card: mastercard, body: chargedToday });
  expect((await signal('setup_intent.succeeded', { id, customer: former })).status).toBe(200);
  expect(await status(ada)).toMatchObject({ subscriptionStatus: 'active', isPremium: true });
});

test('a purchase in progress is no fault, and finishes', async () => {
  const ada = await user();
  const { body } = await create(ada);
  const id = await giveCard(body.clientSecret, visa);
  intercept(async (call, execute) => (call === 'POST /v1/subscriptions' ? inUse : execute()));
  const refused = await signal('setup_intent.succeeded', { id });
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
  expect(logged()).not.toContain('"faulted"');

  intercept((_call, execute) => execute());
  expect((await signal('setup_intent.succeeded', { id })).status).toBe(200);
  expect(await status(ada)).toMatchObject({ subscriptionStatus: 'trialing', purchase: null });
});

test('no other amount is charged than the pages show', async () => {
  const { data } = await stripe.prices.list({ lookup_keys: ['parley_monthly'] });
  const [right] = data;
  const product = typeof right?.product === 'string' ? right.product : '';
  const wrong = { product, lookup_key: 'parley_monthly', transfer_lookup_key: true, currency: 'usd' };
  const recurring = { interval: 'month' } as const;
  await stripe.prices.create({ ...wrong, recurring, unit_amount: 599 });
  const ada = await user({ trialSetupIntentId: 'seti_earlier' });
  const { body } = await create(ada, chargedToday);
  const id = await giveCard(body.clientSecret, visa);
  expect((await signal('setup_intent.succeeded', { id })).status).toBe(500);
  expect(await subscriptions(ada)).toEqual([]);

  await stripe.prices.create({ ...wrong, recurring, unit_amount: 499, tax_behavior: 'inclusive' });
  expect((await signal('setup_intent.succeeded', { id })).status).toBe(200);
  expect(await subscriptions(ada)).toMatchObject([{ status: 'active' }]);
});

describe('forms for cards', () => {
  const plansInTurn = ['parley_monthly', 'parley_annual'];
  const sourceIp = '198.51.100.7';
  const refusal = 'You’ve tried to subscribe too many times today. Nothing was charged. Try again tomorrow.';

  test('are cancelled when replaced', async () => {
    const ada = await user();
    const [first, second] = [await formOf(ada, 'parley_monthly'), await formOf(ada, 'parley_annual')];
    expect((await stripe.setupIntents.retrieve(first)).status).toBe('canceled');
    expect((await stripe.setupIntents.retrieve(second)).status).toBe('requires_payment_method');
  });

  test('that have their card stay', async () => {
    const ada = await user();
    const { body } = await create(ada);
    const id = await giveCard(body.clientSecret, visa);
    await create(ada, { priceId: 'parley_annual' });
    expect((await stripe.setupIntents.retrieve(id)).status).toBe('succeeded');
    await signal('setup_intent.succeeded', { id });
    expect(await subscriptions(ada)).toHaveLength(1);
  });

  test('are ten a day for one account', async () => {
    const ada = await user();
    const answers = [];
    for (let time = 0; time < 12; time += 1) {
      answers.push(await create(ada, { priceId: plansInTurn[time % 2] }));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429]);
    expect([answers[11]?.body.code, answers[11]?.body.error]).toEqual(['rate_limited', refusal]);
    const customer = await customerOf(ada);
    expect(buyers.account.all('setup_intent').filter((each) => each.customer === customer)).toHaveLength(10);
  });

  test('are limited for one address as well', async () => {
    const { pk, sk, expiresAt } = buildAddressCounterKey(sourceIp, Date.now());
    const cardForms = new Set(
      Array.from({ length: cardFormsPerAddress - 1 }, (_, index) => `purchase-${index}`),
    );
    await put('usage', { pk, sk, expiresAt, cardForms });
    const answers = [];
    for (let time = 0; time < 2; time += 1) {
      const body = { priceId: 'parley_monthly' };
      const request = { method: 'POST', path: '/api/create-subscription', body, sourceIp };
      answers.push(await call(createHandler, request, await user()));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 429]);
  });

  test('take no card after ten declined ones', async () => {
    const ada = await user();
    const id = await formOf(ada, 'parley_monthly');
    for (let time = 0; time < 10; time += 1) await signal('setup_intent.setup_failed', { id });
    expect((await stripe.setupIntents.retrieve(id)).status).toBe('requires_payment_method');
    await signal('setup_intent.setup_failed', { id });
    expect((await stripe.setupIntents.retrieve(id)).status).toBe('canceled');
  });

  async function formOf(someone: Someone, priceId: string): Promise<string> {
    const { body } = await create(someone, { priceId });
    return String(body.clientSecret).split('_secret_')[0] ?? '';
  }
});

describe('a mailbox', () => {
  test.each([
    ['ada@example.com', 'ada@example.com'],
    ['  Ada@Example.COM ', 'ada@example.com'],
    ['ada+parley@example.com', 'ada@example.com'],
    ['ada+one+two@example.com', 'ada@example.com'],
    ['ada.lovelace@example.com', 'ada.lovelace@example.com'],
    ['ada.lovelace@gmail.com', 'adalovelace@gmail.com'],
    ['Ada.Love.Lace+parley@googlemail.com', 'adalovelace@gmail.com'],
    ['Ada_Love-lace.1+parley@pm.me', 'adalovelace1@proton.me'],
    ['ada.lovelace@protonmail.com', 'adalovelace@proton.me'],
    ['ada.lovelace+1@ya.ru', 'ada.lovelace@yandex.com'],
    ['ada-lovelace@yandex.kz', 'ada-lovelace@yandex.com'],
    ['"a@b"@example.com', '"a@b"@example.com'],
    ['ada@mail.gmail.com', 'ada@mail.gmail.com'],
    ['ada', 'ada@'],
    ['', '@'],
  ])('of %j is %j', (email, box) => {
    expect(removeAlias(email)).toBe(box);
  });
});

describe('the one trial of a person', () => {
  test('stays taken when the signing secret is rotated', async () => {
    const ada = await person({ email: 'ada@rotated.example' });
    await claimTrials(ada, 'card-rotated', 'seti_1');
    vi.stubEnv('SIGNING_SECRET', 'another');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await isTrialAvailable(await person({ email: 'ada@rotated.example' }))).toBe(false);
  });

  test('can be taken again only by the purchase that has it', async () => {
    const ada = await person();
    expect(await claimTrials(ada, 'card-repeated', 'seti_1')).toBe(true);
    expect(await claimTrials(ada, 'card-repeated', 'seti_1')).toBe(true);
    expect(await claimTrials(ada, 'card-repeated', 'seti_2')).toBe(false);
    expect(await claimTrials(ada, 'another-card', 'seti_3')).toBe(false);
  });

  test('leaves the mailbox free where the card was refused', async () => {
    const [ada, eve] = [await person(), await person({ email: 'eve@example.com' })];
    await claimTrials(ada, 'card-lent', 'seti_1');
    expect(await claimTrials(eve, 'card-lent', 'seti_2')).toBe(false);
    const eveWithOtherAccount = await person({ email: 'eve@example.com' });
    expect(await claimTrials(eveWithOtherAccount, 'second-card-of-eve', 'seti_3')).toBe(true);
  });

  test('is used up with the mailbox, under any alias', async () => {
    const ada = await person({ email: 'ada.lovelace@gmail.com' });
    const alias = await person({ email: 'AdaLovelace+2@googlemail.com' });
    const other = await person({ email: 'ada.lovelace@example.com' });
    await claimTrials(ada, 'card-of-one', 'seti_1');
    expect(await isTrialAvailable(alias)).toBe(false);
    expect(await claimTrials(alias, 'card-of-two', 'seti_2')).toBe(false);
    expect(await isTrialAvailable(other)).toBe(true);
    expect(await item('users', 'TRIAL#CARD#card-of-two', 'TRIAL')).toBeUndefined();
  });

  test('needs a card with a fingerprint', async () => {
    const ada = await person();
    expect(await claimTrials(ada, null, 'seti_1')).toBe(false);
    expect(await claimTrials(ada, '', 'seti_1')).toBe(false);
    expect(await isTrialAvailable(await again(ada))).toBe(true);
  });

  test('is taken by one of many concurrent users of one card', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => person()));
    const taken = await Promise.all(
      people.map((each, index) => claimTrials(each, 'card-raced', `seti_${index}`)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test('is not taken for a deleted account', async () => {
    const ada = await person();
    await remove('users', ada.pk, 'PROFILE');
    expect(await claimTrials(ada, 'card-of-nobody', 'seti_1')).toBe(false);
    expect(await item('users', ada.pk, 'PROFILE')).toBeUndefined();
  });

  test('is remembered without the address, for good', async () => {
    const ada = await person({ email: 'ada+readable@readable.example' });
    await claimTrials(ada, 'card-readable', 'seti_1');
    const ledger = (await all('users')).filter(({ pk }) => String(pk).startsWith('TRIAL#'));
    expect(JSON.stringify(ledger)).not.toContain('readable.example');
    for (const each of ledger) expect(each).not.toHaveProperty('expiresAt');
  });
});

async function person(profile: Partial<ProfileItem> = {}): Promise<ProfileItem> {
  const { partition } = await user(profile);
  return profileOf(partition);
}

function again({ pk }: ProfileItem): Promise<ProfileItem> {
  return profileOf(pk);
}

async function profileOf(partition: string): Promise<ProfileItem> {
  return (await item('users', partition, 'PROFILE')) as unknown as ProfileItem;
}

/** Stripe's answer while it handles the same request. */
const inUse = {
  status: 409,
  body: JSON.stringify({ error: { type: 'invalid_request_error', code: 'idempotency_key_in_use' } }),
};

import { describe, expect, test } from 'vitest';
import { handler as applyCodeHandler } from '../../../functions/billing/apply-code.ts';
import { handler as createHandler } from '../../../functions/billing/create.ts';
import { buildAddressCounterKey } from '../../../functions/tables/usage.ts';
import { call, type Someone } from '../../support/handlers/in-process.ts';
import { startBuyers } from '../../support/people/buyers.ts';

const { user, items, remove, stripe, intercept, calls, create, giveCard, signal, account } =
  await startBuyers();
process.env.CEILINGS = '{}';

const stolenCard = '4000000000000002';
const refusal = { status: 429, body: { code: 'rate_limited' } };

describe('an attacker who tests cards', () => {
  test('with 666 cards in bursts, an account for each, has two bursts', async () => {
    const sourceIp = '198.51.100.1';
    let tested = 0;
    for (let burst = 0; burst < 30; burst += 1) {
      const form = await openForm(await user(), sourceIp);
      if (form) tested += await testCards(form, 22);
    }
    expect(tested).toBe(44);
    const asked = calls.length;
    expect(await open(await user(), sourceIp)).toMatchObject(refusal);
    expect(calls.slice(asked)).toEqual([]);
  });

  test('an account that is deleted and created again has one burst, also if declines come later', async () => {
    let tested = 0;
    for (let again = 0; again < 4; again += 1) {
      const email = `mallory+${again}@parley.example`;
      const mallory = await user({ email });
      const form = await openForm(mallory, `198.51.100.${10 + again}`);
      if (!form) continue;
      tested += await testCards(form, 11, () => remove('users', mallory.partition, 'PROFILE'));
    }
    expect(tested).toBe(11);
  });

  test('of forms that are opened at the same time, one stays open', async () => {
    const mallory = await user();
    let inner: Awaited<ReturnType<typeof create>> | undefined;
    intercept(async (call, execute) => {
      if (call !== 'POST /v1/setup_intents') return execute();
      intercept();
      inner = await create(mallory, { priceId: 'parley_annual' });
      return execute();
    });
    expect(await create(mallory, { priceId: 'parley_monthly' })).toMatchObject({
      status: 409,
      body: {
        error:
          'You’ve just started another purchase. You won’t be charged twice. Wait a moment, then try again.',
      },
    });
    expect(inner?.status).toBe(200);
    const forms = account.all('setup_intent').filter(({ metadata }) => metadata?.userId === mallory.id);
    expect(forms.map(({ status }) => status).sort()).toEqual(['canceled', 'requires_payment_method']);
    const { status } = await stripe.setupIntents.retrieve(toId(inner?.body.clientSecret));
    expect(status).toBe('requires_payment_method');
  });
});

test('forms, codes and declined cards are in the day’s index, so that the nightly job deletes them', async () => {
  const sourceIp = '198.51.100.2';
  const ada = await user();
  const form = await openForm(ada, sourceIp);
  if (!form) throw new Error('The form did not open.');
  const body = { priceId: 'parley_monthly', code: 'GUESS' };
  await call(applyCodeHandler, { method: 'POST', path: '/api/apply-code', body, sourceIp }, ada);
  await testCards(form, 1);
  const counted = {
    utcDay: expect.stringMatching(/^\d{4}-\d\d-\d\d#\d+$/),
    cardForms: expect.any(Set),
    codes: expect.any(Set),
    declinedCards: expect.any(Set),
  };
  expect(await items('usage', ada.counters)).toMatchObject([counted]);
  const { pk } = buildAddressCounterKey(sourceIp, Date.now());
  expect(await items('usage', pk)).toMatchObject([counted]);
});

function open(someone: Someone, sourceIp: string) {
  const body = { priceId: 'parley_monthly' };
  return call(createHandler, { method: 'POST', path: '/api/create-subscription', body, sourceIp }, someone);
}

/** @returns the form's client secret, if it opens */
async function openForm(someone: Someone, sourceIp: string): Promise<string | undefined> {
  const { status, body } = await open(someone, sourceIp);
  return status === 200 ? body.clientSecret : undefined;
}

/** All at once, before Stripe's webhooks come. @returns how many a bank has answered */
async function testCards(form: string, count: number, meanwhile = async () => {}): Promise<number> {
  const cards = Array.from({ length: count }, () => giveCard(form, stolenCard));
  const answers = await Promise.allSettled(cards);
  const declined = answers.filter((each) => each.status === 'rejected' && /card_declined/.test(each.reason));
  await meanwhile();
  for (const _ of declined) await signal('setup_intent.setup_failed', { id: toId(form) });
  return declined.length;
}

function toId(clientSecret: unknown): string {
  return String(clientSecret).replace(/_secret_.*$/, '');
}

import { expect, test } from 'vitest';
import { handler } from '../../../functions/billing/preview-change.ts';
import { call } from '../../support/handlers/in-process.ts';
import { startBuyers } from '../../support/people/buyers.ts';

const { user, subscribe, status, paid, calls, advance } = await startBuyers();

test('a preview charges and changes nothing', async () => {
  const ada = await user({ trialSetupIntentId: 'seti_earlier' });
  await subscribe(ada, { body: { priceId: 'parley_monthly', acceptsCharge: true } });
  await advance(15);
  const before = await status(ada);
  const post = { method: 'POST', path: '/api/preview-plan-change', body: { priceId: 'parley_annual' } };
  const { status: code, body } = await call(handler, post, ada);
  expect([code, Object.keys(body).sort()]).toEqual([
    200,
    [
      'amountCents',
      'creditLeftCents',
      'currency',
      'prorationDate',
      'renewalCents',
      'renewsAt',
      'unusedCents',
    ],
  ]);
  expect(calls.at(-1)).toBe('POST /v1/invoices/create_preview');
  expect(await status(ada)).toEqual(before);
  expect(await paid(ada)).toEqual([499]);
});

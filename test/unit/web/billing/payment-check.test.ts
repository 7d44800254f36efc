import { expect, test } from 'vitest';
import { assessPayment } from '../../../../web/billing/payment-check.ts';

test.each([
  ['past_due', true, 'checking'],
  ['past_due', false, 'slow'],
  ['active', true, 'paid'],
  ['active', false, 'paid'],
  ['free', true, undefined],
  ['trialing', true, undefined],
  ['canceled', true, undefined],
] as const)('after a change of card, %s while the page asks (%s) is %s', (word, isPolling, state) => {
  expect(assessPayment({ subscriptionStatus: word }, isPolling)).toBe(state);
});

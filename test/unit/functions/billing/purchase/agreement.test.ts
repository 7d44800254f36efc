import { expect, test } from 'vitest';
import { describeAgreement, isAgreementValid } from '../../../../../functions/billing/purchase/agreement.ts';

const startedAt = '2026-11-20T12:00:00.000Z';
const dayMs = 86_400_000;
const agreement = describeAgreement({
  id: 'purchase',
  plan: 'parley_monthly',
  terms: 'charged_today',
  amountCents: 499,
  state: 'pending',
  startedAt,
});

test('an agreement is valid for 24 hours', () => {
  expect(isAgreementValid(agreement, 'parley_monthly', Date.parse(startedAt) + dayMs - 1)).toBe(true);
  expect(isAgreementValid(agreement, 'parley_monthly', Date.parse(startedAt) + dayMs)).toBe(false);
});

test.each([
  ['another amount', { amountCents: '399' }],
  ['another currency', { currency: 'eur' }],
  ['another interval', { interval: 'year' }],
  ['no price', { amountCents: '' }],
  ['no time', { agreedAt: '' }],
])('%s is not agreed', (_what, change) => {
  expect(isAgreementValid({ ...agreement, ...change }, 'parley_monthly', Date.parse(startedAt))).toBe(false);
});

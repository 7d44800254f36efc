import { expect, test } from 'vitest';
import { isAgreed, writeTerms } from '../../../../functions/billing/purchase/terms.ts';

const startedAt = '2026-11-20T12:00:00.000Z';
const dayMs = 86_400_000;
const terms = writeTerms({
  id: 'purchase',
  plan: 'parley_monthly',
  terms: 'charged_today',
  amountCents: 499,
  state: 'pending',
  startedAt,
});

test('terms are agreed for 24 hours', () => {
  expect(isAgreed(terms, 'parley_monthly', Date.parse(startedAt) + dayMs - 1)).toBe(true);
  expect(isAgreed(terms, 'parley_monthly', Date.parse(startedAt) + dayMs)).toBe(false);
});

test.each([
  ['another amount', { amountCents: '399' }],
  ['another currency', { currency: 'eur' }],
  ['another interval', { interval: 'year' }],
  ['no price', { amountCents: '' }],
  ['no time', { agreedAt: '' }],
])('%s is not agreed', (_what, change) => {
  expect(isAgreed({ ...terms, ...change }, 'parley_monthly', Date.parse(startedAt))).toBe(false);
});

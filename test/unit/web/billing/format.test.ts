import { expect, onTestFinished, test, vi } from 'vitest';
import { plans } from '../../../../shared/plans.ts';
import { formatLongDate, formatMoney, formatPrice } from '../../../../web/billing/format.ts';

test.each([
  [499, 'usd', '$4.99'],
  [3_999, 'usd', '$39.99'],
  [0, 'usd', '$0.00'],
  [123_456_700, 'usd', '$1,234,567.00'],
  [499, 'eur', '€4.99'],
  [499, 'jpy', '¥499'],
])('an amount of %i in %s reads %s', (amount, currency, read) => {
  expect(formatMoney(amount, currency)).toBe(read);
});

test('from right to left, the dollar stays behind its letters', async () => {
  vi.doMock('../../../../web/language/shown-language.ts', () => ({ shownLanguage: 'ar' }));
  vi.resetModules();
  onTestFinished(() => vi.doUnmock('../../../../web/language/shown-language.ts'));
  const arabic = await import('../../../../web/billing/format.ts');
  expect(arabic.formatMoney(499, 'usd')).toBe('\u200f4.99\u00a0US$\u200e');
  expect(arabic.formatMoney(499, 'eur')).toBe('\u200f4.99\u00a0€');
});

test('a plan’s price names its interval', () => {
  expect(formatPrice(plans.parley_monthly)).toBe('$4.99/month');
  expect(formatPrice(plans.parley_annual)).toBe('$39.99/year');
});

test('a day is in the reader’s time zone', () => {
  const at = '2026-11-28T02:30:00.000Z';
  expect(formatLongDate(at, 'UTC')).toBe('November 28, 2026');
  expect(formatLongDate(at, 'America/Los_Angeles')).toBe('November 27, 2026');
});

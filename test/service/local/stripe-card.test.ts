import { expect, test } from 'vitest';
import { type CardText, firstProblem, formats } from '../../../infra/local/stripe/browser/card.ts';

const now = new Date('2030-06-15T12:00:00Z');

test.for([
  ['number', '4242424242424242', '4242 4242 4242 4242'],
  ['number', '4242-4242 4242424299', '4242 4242 4242 4242'],
  ['number', '378282246310005', '3782 822463 10005'],
  ['number', 'four', ''],
  ['expiry', '5', '05'],
  ['expiry', '1', '1'],
  ['expiry', '1/3', '01 / 3'],
  ['expiry', '123', '12 / 3'],
  ['expiry', '12/2034', '12 / 34'],
  ['expiry', '12 / 345', '12 / 34'],
  ['expiry', '', ''],
  ['cvc', '12345', '1234'],
] as const)('%s %s is set out as “%s”', ([field, typed, shown]) => {
  expect(formats[field](typed)).toBe(shown);
  expect(formats[field](shown)).toBe(shown);
});

test.for([
  [{ number: '' }, 'incomplete_number', 'Your card number is incomplete.'],
  [{ number: '4242 4242' }, 'incomplete_number', 'Your card number is incomplete.'],
  [{ number: '4242 4242 4242 4241' }, 'invalid_number', 'Your card number is invalid.'],
  [{ expiry: '06' }, 'incomplete_expiry', "Your card's expiration date is incomplete."],
  [{ expiry: '00 / 34' }, 'invalid_expiry_month', "Your card's expiration month is invalid."],
  [{ expiry: '13 / 34' }, 'invalid_expiry_month', "Your card's expiration month is invalid."],
  [{ expiry: '12 / 29' }, 'invalid_expiry_year_past', "Your card's expiration year is in the past."],
  [{ expiry: '05 / 30' }, 'invalid_expiry_month_past', "Your card's expiration date is in the past."],
  [{ expiry: '01 / 99' }, 'invalid_expiry_year', "Your card's expiration year is invalid."],
  [{ cvc: '12' }, 'incomplete_cvc', "Your card's security code is incomplete."],
  [{ number: '3782 822463 10005' }, 'incomplete_cvc', "Your card's security code is incomplete."],
] as const)('a card with %o has the problem %s', ([wrong, code, message]) => {
  const [field] = Object.keys(wrong);
  const problem = firstProblem({ ...good, ...wrong }, now);
  expect(problem).toEqual({ field: code === 'incomplete_cvc' ? 'cvc' : field, code, message });
});

test('a card that is good has none, up to the last day of its last month', () => {
  expect(firstProblem(good, now)).toBeUndefined();
  expect(firstProblem({ ...good, expiry: '06 / 30' }, now)).toBeUndefined();
  expect(firstProblem({ ...good, number: '3782 822463 10005', cvc: '1234' }, now)).toBeUndefined();
});

const good: CardText = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };

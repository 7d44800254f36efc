import { StripeError } from '../errors.ts';
import { type Form, oneOf, required, text } from '../parameters.ts';

export interface CardDetails {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly address?: Address | undefined;
}

interface Address {
  readonly country: string;
  readonly postal_code: string | null;
}

/** Reads a card from a form. @throws StripeError if it is invalid */
export function readCard(form: Form, name: string): CardDetails | undefined {
  if (!oneOf('card')(form, `${name}[type]`)) return undefined;
  const read = (field: string) => required(text)(form, `${name}[card][${field}]`).replaceAll(/[ -]/g, '');
  const [number, month, year, cvc] = [read('number'), read('exp_month'), read('exp_year'), read('cvc')];
  const refuse = (field: string, code: string, message: string) =>
    new StripeError(402, { type: 'card_error', code, message, param: `${name}[card][${field}]` });

  const hasValidCheckDigit = computeCheckDigit(number.slice(0, -1)) === Number(number.at(-1));
  if (!/^\d{16}$/.test(number) || !hasValidCheckDigit)
    throw refuse('number', 'incorrect_number', 'Your card number is incorrect.');
  const [expMonth, expYear] = [Number(month), 2_000 + (Number(year) % 100)];
  if (!(expMonth >= 1 && expMonth <= 12))
    throw refuse('exp_month', 'invalid_expiry_month', "Your card's expiration month is invalid.");
  if (!/^\d{3}$/.test(cvc)) throw refuse('cvc', 'invalid_cvc', "Your card's security code is invalid.");
  return { number, expMonth, expYear, address: readAddress(form, `${name}[billing_details][address]`) };
}

export function readAddress(form: Form, name: string): Address | undefined {
  const [country, postalCode] = [form.take(`${name}[country]`), form.take(`${name}[postal_code]`)];
  return country ? { country, postal_code: postalCode ?? null } : undefined;
}

export function checkExpiry({ expMonth, expYear }: CardDetails, now: number): void {
  const today = new Date(now * 1_000);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() + 1];
  const isExpired = expYear < year || (expYear === year && expMonth < month);
  if (!isExpired) return;
  const message = "Your card's expiration year is invalid.";
  throw new StripeError(402, { type: 'card_error', code: 'invalid_expiry_year', message });
}

export function computeCheckDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

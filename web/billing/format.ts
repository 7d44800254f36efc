import { type Plan, planCurrency } from '../../shared/plans.ts';
import { shownLanguage } from '../language/shown-language.ts';
import { perInterval } from '../texts/billing.tsx';
import * as texts from '../texts/payment.ts';
import type { Status } from './status.ts';

/** `$4.99`. @param amount in the currency's smallest unit, such as cents */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat(shownLanguage, { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  // In `US$` from right to left, the dollar would stand before the letters.
  return format.format(amount / 10 ** digits).replace(/^\u200f.*\$$/, '$&\u200e');
}

/** `$4.99`; undefined if Stripe could not say, which is not "no charge". */
export function formatCharge({ amountCents, currency }: NextCharge): string | undefined {
  return amountCents === null ? undefined : formatMoney(amountCents, currency);
}

/** `$4.99/month` */
export function formatPrice({ amountCents, interval }: Pick<Plan, 'amountCents' | 'interval'>): string {
  return perInterval(formatMoney(amountCents, planCurrency), interval);
}

/** `November 28, 2026`, by default in the user's time zone. */
export function formatLongDate(at: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(shownLanguage, { dateStyle: 'long', timeZone }).format(new Date(at));
}

/** `Visa •••• 4242` */
export function describeCard({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brandNames[brand] ?? texts.card} •••• ${last4}`;
}

const brandNames: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

type NextCharge = NonNullable<Status['nextCharge']>;

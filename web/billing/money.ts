import { type Plan, planCurrency } from '../../shared/plans.ts';

/**
 * An amount as it is read: `$4.99`.
 *
 * @param amount in the currency's smallest unit, as Stripe says it: cents, and yen, which have none
 * @param currency as `usd`
 */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** digits);
}

/** What a plan costs, as `$4.99/month`. */
export function price({ amountCents, interval }: Pick<Plan, 'amountCents' | 'interval'>): string {
  return `${money(amountCents, planCurrency)}/${interval}`;
}

/**
 * A day as it is read: `November 28, 2026`.
 *
 * @param timeZone the reader's own unless told otherwise
 */
export function longDate(at: string, timeZone?: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone }).format(new Date(at));
}

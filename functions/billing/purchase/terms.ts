import { dayMs } from '../../../shared/dates.ts';
import { type PlanId, planCurrency, plans } from '../../../shared/plans.ts';
import type { Purchase } from '../../tables/users.ts';

/** The price that a buyer agreed to, and when, as a SetupIntent's metadata; the page cannot change it. */
export type Terms = Readonly<Record<'amountCents' | 'currency' | 'interval' | 'agreedAt', string>>;

export function writeTerms({ plan, amountCents, startedAt }: Purchase): Terms {
  const { interval } = plans[plan];
  return { amountCents: String(amountCents), currency: planCurrency, interval, agreedAt: startedAt };
}

/** Whether the agreement is less than a day old and its price unchanged. */
export function isAgreed(terms: Partial<Terms>, plan: PlanId, now = Date.now()): boolean {
  const { amountCents, interval } = plans[plan];
  return (
    terms.amountCents === String(amountCents) &&
    terms.currency === planCurrency &&
    terms.interval === interval &&
    now - Date.parse(terms.agreedAt ?? '') < validMs
  );
}

const validMs = dayMs;

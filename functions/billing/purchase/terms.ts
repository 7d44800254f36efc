import { dayMs } from '../../../shared/dates.ts';
import { type PlanId, planCurrency, plans } from '../../../shared/plans.ts';
import type { Purchase } from '../../tables/users.ts';

export type Terms = Readonly<Record<'amountCents' | 'currency' | 'interval' | 'agreedAt', string>>;

export function writeTerms({ plan, amountCents, startedAt }: Purchase): Terms {
  const { interval } = plans[plan];
  return { amountCents: String(amountCents), currency: planCurrency, interval, agreedAt: startedAt };
}

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

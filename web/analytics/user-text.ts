import { badges } from '../billing/subscription/status-badge.tsx';
import { formatMediumDay } from '../charts/days.ts';
import * as texts from '../texts/analytics.ts';
import type { ListedUser } from './queries.ts';

export function labelUser({ id, firstName, lastName, email }: ListedUser): string {
  if (firstName && lastName) return `${firstName} ${lastName}`;
  return email || texts.unnamedUser(id.slice(-4));
}

/** `Trial: Nov 28, 2026`, `Sub: Nov 28, 2026` or `Free`. */
export function describeEnd({ subscriptionStatus, trialEndsAt, subscriptionEndsAt }: ListedUser): string {
  if (subscriptionStatus === 'free') return texts.free;
  if (trialEndsAt) return texts.trialEnds(formatMediumDay(trialEndsAt));
  return texts.subscriptionEnds(subscriptionEndsAt ? formatMediumDay(subscriptionEndsAt) : '–');
}

export const statusBadges = { ...badges, active: { label: texts.premium, tone: 'good' } } as const;

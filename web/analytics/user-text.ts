import { badges } from '../billing/subscription/status-badge.tsx';
import { formatMediumDay } from '../charts/days.ts';
import type { ListedUser } from './queries.ts';

export function labelUser({ id, firstName, lastName, email }: ListedUser): string {
  if (firstName && lastName) return `${firstName} ${lastName}`;
  return email || `User ${id.slice(-4)}`;
}

/** `Trial: Nov 28, 2026`, `Sub: Nov 28, 2026` or `Free`. */
export function describeEnd({ subscriptionStatus, trialEndsAt, subscriptionEndsAt }: ListedUser): string {
  if (subscriptionStatus === 'free') return 'Free';
  if (trialEndsAt) return `Trial: ${formatMediumDay(trialEndsAt)}`;
  return `Sub: ${subscriptionEndsAt ? formatMediumDay(subscriptionEndsAt) : '–'}`;
}

export const statusBadges = { ...badges, active: { label: 'Premium', tone: 'good' } } as const;

import { formatMediumDay } from '../charts/days.ts';
import type { BadgeTone } from '../components/badge.tsx';
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

export const statusBadges: Record<ListedUser['subscriptionStatus'], StatusLabel> = {
  free: { label: 'Free', tone: 'plain' },
  trialing: { label: 'Free Trial', tone: 'blue' },
  active: { label: 'Premium', tone: 'good' },
  canceled: { label: 'Cancelled', tone: 'orange' },
  past_due: { label: 'Past Due', tone: 'bad' },
};

interface StatusLabel {
  readonly label: string;
  readonly tone: BadgeTone;
}

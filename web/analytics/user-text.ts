import { mediumDay } from '../charts/days.ts';
import type { BadgeTone } from '../components/badge.tsx';
import type { ListedUser } from './queries.ts';

/** What somebody is called: by both names, else by the e-mail address, else by the end of the id. */
export function labelOf({ id, firstName, lastName, email }: ListedUser): string {
  if (firstName && lastName) return `${firstName} ${lastName}`;
  return email || `User ${id.slice(-4)}`;
}

/** Until when somebody has what they have: `Trial: Nov 28, 2026`, `Sub: Nov 28, 2026`, `Free`. */
export function endOf({ subscriptionStatus, trialEndsAt, subscriptionEndsAt }: ListedUser): string {
  if (subscriptionStatus === 'free') return 'Free';
  if (trialEndsAt) return `Trial: ${mediumDay(trialEndsAt)}`;
  return `Sub: ${subscriptionEndsAt ? mediumDay(subscriptionEndsAt) : '–'}`;
}

/** Each status in a word. */
export const statusBadges: Record<ListedUser['subscriptionStatus'], StatusWord> = {
  free: { label: 'Free', tone: 'plain' },
  trialing: { label: 'Free Trial', tone: 'blue' },
  active: { label: 'Premium', tone: 'good' },
  canceled: { label: 'Cancelled', tone: 'orange' },
  past_due: { label: 'Past Due', tone: 'bad' },
};

interface StatusWord {
  readonly label: string;
  readonly tone: BadgeTone;
}

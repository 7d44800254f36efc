import { isPlanId, plans } from '../../shared/plans.ts';
import type { ProfileItem, Subscription, Totals } from '../tables/users.ts';

/** One profile's part of the totals. An expiry counts once Stripe has reported it. */
export function countProfile(profile: ProfileItem | undefined): Totals {
  if (!profile) return noTotals;
  const { subscription } = profile;
  return {
    users: 1,
    trials: subscription && isTrial(subscription) ? 1 : 0,
    live: subscription && isPastTrial(subscription) ? 1 : 0,
    yearlyCents: subscription && isPastTrial(subscription) ? getYearlyCents(subscription) : 0,
  };
}

/** A subscription that gives Premium after its trial. */
export function isPastTrial({ isPremium, trialEndsAt }: Subscription): boolean {
  return isPremium && trialEndsAt === null;
}

export function addUp(contributions: readonly Totals[]): Totals {
  return contributions.reduce((sum, each) => combine(sum, each, (one, other) => one + other), noTotals);
}

export function subtract(before: Totals, after: Totals): Totals {
  return combine(after, before, (one, other) => one - other);
}

/** The sum of all differences; a different sum of money counts one. */
export function countDifferences(one: Totals, other: Totals): number {
  const { users, trials, live, yearlyCents } = subtract(one, other);
  return Math.abs(users) + Math.abs(trials) + Math.abs(live) + Number(yearlyCents !== 0);
}

export const totalNames = ['users', 'trials', 'live', 'yearlyCents'] as const satisfies (keyof Totals)[];

export const noTotals: Totals = { users: 0, trials: 0, live: 0, yearlyCents: 0 };

/** A cancelled trial counts until it ends. */
function isTrial({ isPremium, trialEndsAt }: Subscription): boolean {
  return isPremium && trialEndsAt !== null;
}

/** By Stripe's next charge, else by the plan's price; 0 for unknown plans. */
function getYearlyCents({ plan, nextCharge }: Subscription): number {
  if (plan === null || !isPlanId(plan)) return 0;
  const { amountCents, interval } = plans[plan];
  return (nextCharge?.amountCents ?? amountCents) * (interval === 'month' ? 12 : 1);
}

function combine(one: Totals, other: Totals, how: (one: number, other: number) => number): Totals {
  return {
    users: how(one.users, other.users),
    trials: how(one.trials, other.trials),
    live: how(one.live, other.live),
    yearlyCents: how(one.yearlyCents, other.yearlyCents),
  };
}

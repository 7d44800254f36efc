import { isPlanId, plans } from '../../shared/plans.ts';
import { readItem } from '../tables/table.ts';
import {
  getUsersTable,
  type ProfileItem,
  type Subscription,
  type Totals,
  type TotalsItem,
} from '../tables/users.ts';
import { addCounts, getChange } from './counts.ts';

export async function readTotals(): Promise<TotalsItem> {
  return (await readItem<TotalsItem>(getUsersTable(), totalsKey)) ?? totalsKey;
}

export async function countChange(
  before: ProfileItem | undefined,
  after: ProfileItem | undefined,
): Promise<void> {
  const change = getChange(countProfile(before), countProfile(after));
  if (Object.values(change).some((count) => count !== 0)) await addCounts(totalsKey, change);
}

/** One profile's part of the totals. A subscription past its end counts until Stripe reports it. */
export function countProfile(profile: ProfileItem | undefined): Totals {
  if (!profile) return noTotals;
  const { subscription } = profile;
  const paying = subscription && isPaying(subscription) ? subscription : undefined;
  return {
    users: 1,
    // A cancelled trial counts until it ends.
    trials: subscription?.isPremium && !paying ? 1 : 0,
    paying: paying ? 1 : 0,
    yearlyCents: paying ? getYearlyCents(paying) : 0,
  };
}

/** A subscription that gives Premium after its trial. */
export function isPaying({ isPremium, trialEndsAt }: Subscription): boolean {
  return isPremium && trialEndsAt === null;
}

export const noTotals: Totals = { users: 0, trials: 0, paying: 0, yearlyCents: 0 };

const totalsKey = { pk: 'STATS', sk: 'TOTALS' } as const;

/** By the subscription's own price, else by the plan's; 0 for unknown plans. */
function getYearlyCents({ plan, nextCharge }: Subscription): number {
  if (plan === null || !isPlanId(plan)) return 0;
  const { amountCents, interval } = plans[plan];
  return (nextCharge?.priceCents ?? amountCents) * (interval === 'month' ? 12 : 1);
}

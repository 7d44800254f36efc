import { isPlanId, type Plan, plans } from '../../shared/plans.ts';
import { isPremium, type Status } from './status.ts';

/**
 * What somebody has, as far as buying goes:
 *
 * - `none`: nothing, they can buy.
 * - `premium`: a trial or a subscription that goes on.
 * - `ending`: a cancelled one that is not over yet.
 * - `past-due`: one whose payment has failed.
 */
export type Standing = 'none' | 'premium' | 'ending' | 'past-due';

export function standingOf(status: Status): Standing {
  if (status.subscriptionStatus === 'past_due') return 'past-due';
  if (status.subscriptionStatus === 'canceled') return status.isPremium ? 'ending' : 'none';
  return isPremium(status) ? 'premium' : 'none';
}

/** The plan that somebody has; undefined without one, and where it is not sold any more. */
export function planOf({ subscriptionPlan }: Status): Plan | undefined {
  return subscriptionPlan !== null && isPlanId(subscriptionPlan) ? plans[subscriptionPlan] : undefined;
}

import { isPlanId, type Plan, plans } from '../../shared/plans.ts';
import { isEntitled, type Status } from './status.ts';

/** `ending`: cancelled, but not over yet. `past-due`: the payment failed. */
export type Standing = 'none' | 'premium' | 'ending' | 'past-due';

export function classifyStanding(status: Status): Standing {
  if (status.subscriptionStatus === 'past_due') return 'past-due';
  if (status.subscriptionStatus === 'canceled') return status.isPremium ? 'ending' : 'none';
  return isEntitled(status) ? 'premium' : 'none';
}

/** Undefined without a plan, or if it is no longer sold. */
export function findPlan({ subscriptionPlan }: Status): Plan | undefined {
  return subscriptionPlan !== null && isPlanId(subscriptionPlan) ? plans[subscriptionPlan] : undefined;
}

import { isPlanId, type Plan, plans } from '../../shared/plans.ts';
import { isEntitled, type Status } from './status.ts';

/** `ending`: cancelled, but not over yet. `past-due`: the payment failed or is disputed. */
export type PremiumState = 'none' | 'active' | 'ending' | 'past-due';

export function assessPremium(status: Status): PremiumState {
  if (status.subscriptionStatus === 'past_due') return 'past-due';
  if (status.subscriptionStatus === 'canceled') return status.isPremium ? 'ending' : 'none';
  return isEntitled(status) ? 'active' : 'none';
}

/** Undefined without a plan, or if it is no longer sold. */
export function findPlan({ subscriptionPlan }: Status): Plan | undefined {
  return subscriptionPlan !== null && isPlanId(subscriptionPlan) ? plans[subscriptionPlan] : undefined;
}

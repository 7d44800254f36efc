import { useEffect, useState } from 'react';
import type { Status } from '../status.ts';

/** Whether the user returns from changing the card at Stripe. The status may lag behind the payment. */
export function useHasReturnedWithCard(): boolean {
  const [hasReturned] = useState(() => new URLSearchParams(location.search).get('returned') === 'card');
  useEffect(() => {
    if (hasReturned) history.replaceState(history.state, '', location.pathname);
  }, [hasReturned]);
  return hasReturned;
}

export function assessPayment(
  { subscriptionStatus }: Pick<Status, 'subscriptionStatus'>,
  isPolling: boolean,
): 'checking' | 'paid' | 'late' | undefined {
  if (subscriptionStatus === 'active') return 'paid';
  if (subscriptionStatus !== 'past_due') return undefined;
  return isPolling ? 'checking' : 'late';
}

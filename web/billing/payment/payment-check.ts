import { useEffect, useState } from 'react';
import type { Status } from '../status.ts';

/** Whether Stripe's card page sent the user back here. The status may not include the payment yet. */
export function useIsBackFromCardUpdate(): boolean {
  const [isBack] = useState(() => new URLSearchParams(location.search).get('returned') === 'card');
  useEffect(() => {
    if (isBack) history.replaceState(history.state, '', location.pathname);
  }, [isBack]);
  return isBack;
}

export function assessPayment(
  { subscriptionStatus }: Pick<Status, 'subscriptionStatus'>,
  isPolling: boolean,
): 'checking' | 'paid' | 'slow' | undefined {
  if (subscriptionStatus === 'active') return 'paid';
  if (subscriptionStatus !== 'past_due') return undefined;
  return isPolling ? 'checking' : 'slow';
}

import { useEffect, useState } from 'react';
import type { Status } from './status.ts';

export const pollIntervalMs = 2_000;

/** Polling stops after 30 seconds; the user can restart it. */
export function usePolling() {
  const [isPolling, setPolling] = useState(true);
  useEffect(() => {
    if (!isPolling) return;
    const timer = setTimeout(() => setPolling(false), 30_000);
    return () => clearTimeout(timer);
  }, [isPolling]);
  return { isPolling, restartPolling: () => setPolling(true) };
}

/** Whether the user has returned from Stripe's card page. The status may not include the payment yet. */
export function useHasReturnedFromStripe(): boolean {
  const [hasReturned] = useState(() => new URLSearchParams(location.search).get('returned') === 'card');
  useEffect(() => {
    if (hasReturned) history.replaceState(history.state, '', location.pathname);
  }, [hasReturned]);
  return hasReturned;
}

export function assessPayment(
  { subscriptionStatus }: Pick<Status, 'subscriptionStatus'>,
  isPolling: boolean,
): 'checking' | 'paid' | 'slow' | undefined {
  if (subscriptionStatus === 'active') return 'paid';
  if (subscriptionStatus !== 'past_due') return undefined;
  return isPolling ? 'checking' : 'slow';
}

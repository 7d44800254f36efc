import { useEffect, useState } from 'react';
import type { Status } from '../status.ts';

/**
 * Follows a payment after Stripe's page for another card, which returns with `?returned=card`. The status may lag, so
 * the page asks for half a minute.
 */
export function usePaymentCheck(): PaymentCheck {
  const [phase, setPhase] = useState<Phase>(() => (hasReturned(location.search) ? 'asking' : 'none'));
  const isAsking = phase === 'asking';

  useEffect(() => {
    if (hasReturned(location.search)) history.replaceState(history.state, '', location.pathname);
  }, []);

  useEffect(() => {
    if (!isAsking) return;
    const timer = setTimeout(() => setPhase('given-up'), patienceMs);
    return () => clearTimeout(timer);
  }, [isAsking]);

  return { phase, askAgain: () => setPhase('asking') };
}

interface PaymentCheck {
  readonly phase: Phase;
  askAgain(): void;
}

type Phase = 'none' | 'asking' | 'given-up';

/** Undefined without a pending payment. */
export function paymentState(
  phase: Phase,
  status: Pick<Status, 'subscriptionStatus'> | undefined,
): 'checking' | 'paid' | 'late' | undefined {
  if (phase === 'none' || !status) return undefined;
  if (status.subscriptionStatus === 'active') return 'paid';
  if (status.subscriptionStatus !== 'past_due') return undefined;
  return phase === 'asking' ? 'checking' : 'late';
}

export const askEveryMs = 2_000;
const patienceMs = 30_000;

function hasReturned(search: string): boolean {
  return new URLSearchParams(search).get('returned') === 'card';
}

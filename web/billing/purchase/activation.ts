import { trialDays } from '../../../shared/plans.ts';
import type { ToastToShow } from '../../components/toasts/toasts.ts';
import { formatLongDate, formatMoney, formatPrice } from '../money.ts';
import { planOf } from '../standing.ts';
import { isPremium, type Status } from '../status.ts';

/**
 * From the payment form to Premium:
 *
 * - `activating`: the card is confirmed, and the page asks until Premium is active.
 * - `slow`: it stopped asking; the user may ask again.
 * - `not-confirmed`: Stripe has not accepted the card.
 */
export type Activation =
  | { readonly phase: 'activating'; readonly untilMs: number }
  | { readonly phase: Pause }
  | { readonly phase: 'done'; readonly status: Status };

type Pause =
  | 'slow'
  | 'card-had-trial'
  | 'payment-failed'
  | 'terms-outdated'
  | 'confirmation-needed'
  | 'not-confirmed'
  | 'signed-out';

/** Times are milliseconds since 1970. */
export type ActivationEvent =
  | { readonly type: 'status-arrived'; readonly status: Status; readonly atMs: number }
  | { readonly type: 'check-failed'; readonly isSignedOut: boolean; readonly atMs: number }
  | { readonly type: 'check-requested'; readonly atMs: number };

export const askEveryMs = 2_000;
const patienceMs = 30_000;

export function createActivation(isConfirmed: boolean, atMs: number): Activation {
  return isConfirmed ? activatingFrom(atMs) : { phase: 'not-confirmed' };
}

export function next(state: Activation, event: ActivationEvent): Activation {
  if (state.phase !== 'activating' && state.phase !== 'slow') return state;
  switch (event.type) {
    case 'status-arrived':
      return outcomeOf(event.status) ?? waited(state, event.atMs);
    case 'check-failed':
      return event.isSignedOut ? { phase: 'signed-out' } : waited(state, event.atMs);
    case 'check-requested':
      return state.phase === 'slow' ? activatingFrom(event.atMs) : state;
  }
}

/** Undefined while undecided. */
function outcomeOf(status: Status): Activation | undefined {
  if (isPremium(status)) return { phase: 'done', status };
  if (status.isGuest) return { phase: 'signed-out' };
  if (status.purchase?.state === 'card_had_trial') return { phase: 'card-had-trial' };
  if (status.purchase?.state === 'payment_failed') return { phase: 'payment-failed' };
  if (status.purchase?.state === 'confirmation_needed') return { phase: 'confirmation-needed' };
  if (status.purchase?.state === 'terms_outdated') return { phase: 'terms-outdated' };
  return undefined;
}

function waited(state: Activation, atMs: number): Activation {
  return state.phase === 'activating' && atMs >= state.untilMs ? { phase: 'slow' } : state;
}

function activatingFrom(atMs: number): Activation {
  return { phase: 'activating', untilMs: atMs + patienceMs };
}

export function welcomeToast(status: Status, timeZone?: string): ToastToShow {
  const plan = planOf(status);
  const { trialEndsAt, nextCharge } = status;
  if (status.subscriptionStatus === 'trialing') {
    const ends = trialEndsAt && ` Your trial ends on ${formatLongDate(trialEndsAt, timeZone)}.`;
    const amount = nextCharge && formatMoney(nextCharge.amountCents, nextCharge.currency);
    const charge = amount && ` Then we’ll charge ${amount}, unless you cancel first.`;
    return {
      title: `${trialDays}-Day Trial Started!`,
      description: `You have Premium now.${ends ?? ''}${charge ?? ''}`,
      stay: 'long',
    };
  }
  const what = plan ? `${plan.name}, ${formatPrice(plan)}.` : 'Translate without limits.';
  const renews = nextCharge && ` It renews on ${formatLongDate(nextCharge.at, timeZone)}.`;
  return { title: 'Premium is active', description: `${what}${renews ?? ''}`, stay: 'long' };
}

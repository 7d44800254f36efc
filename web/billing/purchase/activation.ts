import { ApiError } from '../../api.ts';
import type { ToastToShow } from '../../components/toasts/toasts.ts';
import { joinSentences } from '../../language/sentences.ts';
import { planTexts } from '../../texts/billing.tsx';
import * as texts from '../../texts/payment.ts';
import { formatCharge, formatLongDate, formatPrice } from '../format.ts';
import { isEntitled, type Status } from '../status.ts';
import { findPlan } from '../subscription/subscription-text.ts';

/** `activating` while the page polls, `slow` once polling has stopped, then `done` or the problem. */
export type Activation = 'activating' | 'slow' | 'done' | 'signed_out' | PurchaseProblem;

type PurchaseProblem = Exclude<NonNullable<Status['purchase']>['state'], 'pending'>;

export function assessActivation(
  { data: status, error }: { data: Status | undefined; error: unknown },
  isPolling: boolean,
): Activation {
  if (status && isEntitled(status)) return 'done';
  if (status?.isGuest || (error instanceof ApiError && error.status === 401)) return 'signed_out';
  const { purchase } = status ?? {};
  if (purchase && purchase.state !== 'pending') return purchase.state;
  return isPolling ? 'activating' : 'slow';
}

export function buildWelcomeToast(status: Status, timeZone?: string): ToastToShow {
  const plan = findPlan(status);
  const { trialEndsAt, nextCharge } = status;
  if (status.subscriptionStatus === 'trialing') {
    const end = trialEndsAt && formatLongDate(trialEndsAt, timeZone);
    const charge = nextCharge && { amount: formatCharge(nextCharge) };
    return { title: texts.trialStarted, description: texts.trialWelcome(end, charge), duration: 'long' };
  }
  const summary = plan ? texts.planAndPrice(planTexts[plan.id].name, formatPrice(plan)) : texts.noLimits;
  const renewal = nextCharge ? texts.renewsOn(formatLongDate(nextCharge.at, timeZone)) : undefined;
  return { title: texts.premiumStarted, description: joinSentences(summary, renewal), duration: 'long' };
}

/** Removes Stripe's parameters from the address. The history state keeps the id, so that a reload finds it. */
export function takeStripeReturn(): { id: string; isConfirmed: boolean } | undefined {
  const query = new URLSearchParams(location.search);
  const id = query.get('setup_intent');
  const storedId = (history.state as ReturnState | null)?.[stateKey];
  if (!id) return storedId ? { id: storedId, isConfirmed: true } : undefined;
  const isConfirmed = query.get('redirect_status') !== 'failed';
  for (const name of ['setup_intent', 'setup_intent_client_secret', 'redirect_status']) query.delete(name);
  const search = query.size > 0 ? `?${query}` : '';
  const state = isConfirmed ? { ...history.state, [stateKey]: id } : history.state;
  history.replaceState(state, '', location.pathname + search + location.hash);
  return { id, isConfirmed };
}

export function forgetStripeReturn(): void {
  const { [stateKey]: _, ...rest } = (history.state ?? {}) as ReturnState;
  history.replaceState(rest, '');
}

/** `auth/entry.ts` looks for this word in the address and the history state. */
const stateKey = 'setup_intent';

interface ReturnState {
  readonly [stateKey]?: string;
}

import { type PlanId, plans } from '../../../shared/plans.ts';
import { ApiError, call, type Sent, sentenceOf } from '../../api.ts';
import type { ToastToShow } from '../../components/toasts/toasts.ts';

/** Begins a purchase at the price shown. @returns the client secret for Stripe's form */
export async function begin(plan: PlanId, options: Omit<Sent<'billing.create'>, 'priceId'>): Promise<string> {
  const { amountCents } = plans[plan];
  const { clientSecret } = await call('billing.create', { priceId: plan, amountCents, ...options });
  if (!clientSecret) throw new NoFormError();
  return clientSecret;
}

class NoFormError extends Error {
  override readonly name = 'NoFormError';
}

/** `changed`: the page is outdated. `unavailable`: payments are not set up. `limited`: too many forms today. */
export type Refusal = 'changed' | 'unavailable' | 'limited' | 'failed';

export function classifyRefusal(error: unknown): Refusal {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === 409) return 'changed';
  if (error.code === 'rate_limited') return 'limited';
  return error.code === 'payments_unavailable' ? 'unavailable' : 'failed';
}

export function getRefusalToast(error: unknown): ToastToShow | undefined {
  switch (classifyRefusal(error)) {
    case 'changed':
    case 'unavailable':
      return undefined;
    case 'limited':
      return destructive('Error', sentenceOf(error) ?? 'Try again tomorrow. Nothing was charged.');
    case 'failed':
      return error instanceof NoFormError
        ? destructive('Error', 'Payment processing failed. Please try again. Nothing is charged twice.')
        : destructive(
            'Error',
            'Failed to start subscription process. Please try again. Nothing is charged twice.',
          );
  }
}

function destructive(title: string, description: string): ToastToShow {
  return { tone: 'destructive', stay: 'long', title, description };
}

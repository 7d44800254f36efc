import { type PlanId, plans } from '../../../shared/plans.ts';
import { ApiError, call, describeError, type Sent } from '../../api.ts';
import { buildFailureToast, type ToastToShow } from '../../components/toasts/toasts.ts';
import * as texts from '../../texts/payment.ts';

/** @returns the client secret for Stripe's form */
export async function createSubscription(
  plan: PlanId,
  options: Omit<Sent<'billing.create'>, 'priceId'>,
): Promise<string> {
  const { amountCents } = plans[plan];
  const { clientSecret } = await call('billing.create', { priceId: plan, amountCents, ...options });
  if (!clientSecret) throw new MissingClientSecretError();
  return clientSecret;
}

class MissingClientSecretError extends Error {
  override readonly name = 'MissingClientSecretError';
}

/** `changed`: the page is outdated. `unavailable`: payments are not set up. `limited`: too many forms today. */
export type PurchaseFailure = 'changed' | 'unavailable' | 'limited' | 'failed';

export function classifyFailure(error: unknown): PurchaseFailure {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === 409) return 'changed';
  if (error.code === 'rate_limited') return 'limited';
  return error.code === 'payments_unavailable' ? 'unavailable' : 'failed';
}

export function buildPurchaseToast(error: unknown): ToastToShow | undefined {
  switch (classifyFailure(error)) {
    case 'changed':
    case 'unavailable':
      return undefined;
    case 'limited':
      return buildFailureToast(texts.failedTitle, describeError(error) ?? texts.triedTooOften);
    case 'failed':
      return buildFailureToast(texts.failedTitle, `${describeFailed(error)} ${texts.onlyOneCharge}`);
  }
}

function describeFailed(error: unknown): string {
  return error instanceof MissingClientSecretError ? texts.processingFailed : texts.startFailed;
}

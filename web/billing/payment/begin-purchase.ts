import { type PlanId, plans } from '../../../shared/plans.ts';
import { ApiError, call, describeError, type Sent } from '../../api.ts';
import { buildFailureToast, type ToastToShow } from '../../components/toasts/toasts.ts';
import * as texts from '../../texts/payment.ts';

/** @returns the client secret with which Stripe confirms the card or the payment */
export async function beginPurchase(
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

/** `conflict`: the page is outdated, or another request is running. `unavailable`: payments are not set up. */
type PurchaseFailure = 'conflict' | 'unavailable' | 'rate-limited' | 'failed';

export function classifyFailure(error: unknown): PurchaseFailure {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === 409) return 'conflict';
  if (error.code === 'rate_limited') return 'rate-limited';
  return error.code === 'payments_unavailable' ? 'unavailable' : 'failed';
}

export function buildPurchaseErrorToast(error: unknown): ToastToShow | undefined {
  const failure = classifyFailure(error);
  if (failure === 'rate-limited') {
    return buildFailureToast(texts.failedTitle, describeError(error) ?? texts.triedTooOften);
  }
  // The page shows a notice for the other failures.
  if (failure !== 'failed') return undefined;
  const message = error instanceof MissingClientSecretError ? texts.processingFailed : texts.startFailed;
  return buildFailureToast(texts.failedTitle, `${message} ${texts.onlyOneCharge}`);
}

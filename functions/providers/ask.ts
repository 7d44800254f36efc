import { ProductError, ProviderFailed, ProviderTimeout } from '../errors.ts';
import { type Paid, providerAnswered, providerFailed } from '../telemetry/events.ts';
import type { Provider } from '../telemetry/metrics.ts';

/**
 * Calls a provider, and times and counts the call. Refusals and late answers are paid for, so their errors
 * cost `counted`.
 *
 * @param call throws ProviderFailed or ProviderTimeout for the provider's faults; any other error is an
 * answer
 * @param paidFor what an answer costs
 */
export async function askProvider<Answer>(
  provider: Provider,
  call: () => Promise<Answer>,
  paidFor: Paid = {},
): Promise<Answer> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    const answer = await call();
    providerAnswered({ provider, durationMs: durationMs(), paidFor });
    return answer;
  } catch (error) {
    if (error instanceof ProviderFailed) {
      providerFailed({ provider, code: error.code });
      throw error;
    }
    if (error instanceof ProviderTimeout) providerFailed({ provider, code: error.code, paidFor });
    else providerAnswered({ provider, durationMs: durationMs(), paidFor });
    const isPaid = Object.keys(paidFor).length > 0;
    throw isPaid && error instanceof ProductError ? error.setCost('counted') : error;
  }
}

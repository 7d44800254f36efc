import { ProductError, ProviderBusy, ProviderFailed, ProviderTimeout } from '../errors.ts';
import { type Paid, providerAnswered, providerFailed } from '../telemetry/events.ts';
import type { Provider } from '../telemetry/metrics.ts';

/**
 * Calls a provider, and times and counts the call. Refusals and late answers are paid for if their price is known
 * before, so their errors cost `counted`.
 *
 * @param call throws ProviderBusy, ProviderFailed or ProviderTimeout for the provider's faults; any other error is an
 * answer
 * @param paidFor what an answer costs, if it is known before, or of an answer
 */
export async function askProvider<Answer>(
  provider: Provider,
  call: () => Promise<Answer>,
  paidFor: Paid | ((answer: Answer) => Paid) = {},
): Promise<Answer> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  const known = typeof paidFor === 'function' ? {} : paidFor;
  try {
    const answer = await call();
    const cost = typeof paidFor === 'function' ? paidFor(answer) : paidFor;
    providerAnswered({ provider, durationMs: durationMs(), paidFor: cost });
    return answer;
  } catch (error) {
    if (error instanceof ProviderFailed || error instanceof ProviderBusy) {
      providerFailed({ provider, code: error.code });
      throw error;
    }
    if (error instanceof ProviderTimeout) providerFailed({ provider, code: error.code, paidFor: known });
    else providerAnswered({ provider, durationMs: durationMs(), paidFor: known });
    const isPaid = Object.keys(known).length > 0;
    throw isPaid && error instanceof ProductError ? error.setCost('counted') : error;
  }
}

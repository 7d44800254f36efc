import { ProductError, ProviderBusy, ProviderFailed, ProviderTimeout } from '../errors.ts';
import { logProviderAnswered, logProviderFailed, type Paid } from '../telemetry/events.ts';
import type { Provider } from '../telemetry/metrics.ts';

/**
 * Times, logs and counts a call. Refused and late calls of a known price are billed: their error is `counted`.
 * @param call throws ProviderBusy, ProviderFailed or ProviderTimeout for faults; other errors are refusals
 */
export async function askProvider<Answer>(
  provider: Provider,
  call: () => Promise<Answer>,
  paidFor: Paid | ((answer: Answer) => Paid) = {},
): Promise<Answer> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  const knownPrice = typeof paidFor === 'function' ? {} : paidFor;
  try {
    const answer = await call();
    const cost = typeof paidFor === 'function' ? paidFor(answer) : paidFor;
    logProviderAnswered({ provider, durationMs: durationMs(), paidFor: cost });
    return answer;
  } catch (error) {
    if (error instanceof ProviderFailed || error instanceof ProviderBusy) {
      logProviderFailed({ provider, code: error.code });
      throw error;
    }
    if (error instanceof ProviderTimeout)
      logProviderFailed({ provider, code: error.code, paidFor: knownPrice });
    else logProviderAnswered({ provider, durationMs: durationMs(), paidFor: knownPrice });
    const isPaid = Object.keys(knownPrice).length > 0;
    throw isPaid && error instanceof ProductError ? error.setCost('counted') : error;
  }
}

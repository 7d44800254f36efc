import { ProductError, ProviderBusy, ProviderFailed, ProviderTimeout, type Service } from '../errors.ts';
import { logProviderAnswered, logProviderFailed, type Paid } from '../telemetry/events.ts';
import type { Provider } from '../telemetry/metrics.ts';

/**
 * Times, logs and counts a call. Refused and late calls of known usage are billed: their error is `counted`.
 * @param call throws ProviderBusy, ProviderFailed or ProviderTimeout for faults; other errors are refusals
 */
export async function askProvider<Answer>(
  provider: Provider,
  call: () => Promise<Answer>,
  paidFor: Paid | ((answer: Answer) => Paid) = {},
): Promise<Answer> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  const knownUsage = typeof paidFor === 'function' ? {} : paidFor;
  try {
    const answer = await call();
    const usage = typeof paidFor === 'function' ? paidFor(answer) : paidFor;
    logProviderAnswered({ provider, durationMs: durationMs(), paidFor: usage });
    return answer;
  } catch (error) {
    if (error instanceof ProviderFailed || error instanceof ProviderBusy) {
      logProviderFailed({ provider, code: error.code });
      throw error;
    }
    if (error instanceof ProviderTimeout)
      logProviderFailed({ provider, code: error.code, paidFor: knownUsage });
    else logProviderAnswered({ provider, durationMs: durationMs(), paidFor: knownUsage });
    const isPaid = Object.keys(knownUsage).length > 0;
    throw isPaid && error instanceof ProductError ? error.setCost('counted') : error;
  }
}

export function toProviderError(service: Service, error: unknown) {
  return isTimeout(error)
    ? new ProviderTimeout(service, { cause: error })
    : new ProviderFailed(service, { cause: error });
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && timeouts.has(error.name);
}

/** The last two are AWS's answers that the SDK also retries as timeouts (@smithy/core's retry codes). */
const timeouts = new Set(['TimeoutError', 'AbortError', 'RequestTimeout', 'RequestTimeoutException']);

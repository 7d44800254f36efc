import type { MeteredService, Service } from '../../shared/text/refusals.ts';
import { ProductError, ProviderBusy, ProviderFailed, ProviderTimeout } from '../errors.ts';
import { logProviderAnswered, logProviderFailed, type Paid } from '../telemetry/events.ts';
import type { Provider } from '../telemetry/metrics.ts';

/**
 * Times, logs and counts a call. Refused and late calls of known usage are billed: their error is `counted`.
 * @param paidFor usage known before the call, or a function that says it after the call, which is also asked if it fails
 * @param call throws ProviderBusy, ProviderFailed or ProviderTimeout for faults; other errors are refusals
 */
export async function askProvider<Answer>(
  provider: Provider,
  call: () => Promise<Answer>,
  paidFor: Paid | ((isAnswered: boolean) => Paid) = {},
): Promise<Answer> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    const answer = await call();
    logProviderAnswered({ provider, durationMs: durationMs(), paidFor: readUsage(paidFor, true) });
    return answer;
  } catch (error) {
    const isUnanswered = error instanceof ProviderFailed || error instanceof ProviderBusy;
    const knownUsage = isUnanswered && typeof paidFor !== 'function' ? {} : readUsage(paidFor, false);
    if (isUnanswered || error instanceof ProviderTimeout)
      logProviderFailed({ provider, code: error.code, paidFor: knownUsage });
    else logProviderAnswered({ provider, durationMs: durationMs(), paidFor: knownUsage });
    const isPaid = Object.keys(knownUsage).length > 0;
    throw isPaid && error instanceof ProductError ? error.setCost('counted') : error;
  }
}

function readUsage(paidFor: Paid | ((isAnswered: boolean) => Paid), isAnswered: boolean): Paid {
  return typeof paidFor === 'function' ? paidFor(isAnswered) : paidFor;
}

/** For services whose calls count: a used-up quota is not the caller's failed attempt. */
export function toMeteredError(service: MeteredService, error: unknown) {
  return error instanceof Error && throttles.has(error.name)
    ? new ProviderBusy(service, { cause: error })
    : toProviderError(service, error);
}

/** Those of Polly, Translate and Transcribe, in this order. */
const throttles = new Set(['ThrottlingException', 'TooManyRequestsException', 'LimitExceededException']);

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

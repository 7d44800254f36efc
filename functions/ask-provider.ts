import { ProviderFailed, ProviderTimeout } from './errors.ts';
import { type Paid, providerAnswered, providerFailed } from './events.ts';
import type { Provider } from './metrics.ts';

/**
 * One call of a provider, timed and counted.
 *
 * @param call throws ProviderFailed or ProviderTimeout where it is the provider's fault; whatever else it throws is
 * an answer, too
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
    if (error instanceof ProviderFailed || error instanceof ProviderTimeout) {
      providerFailed({ provider, code: error.code });
    } else {
      providerAnswered({ provider, durationMs: durationMs(), paidFor: {} });
    }
    throw error;
  }
}

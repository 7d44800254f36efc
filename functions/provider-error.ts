import { ProviderFailed, ProviderTimeout } from './errors.ts';

/** What an AWS client threw, as the product's own error: out of time, or failed. */
export function providerError(
  service: 'translation' | 'recognition' | 'speech' | 'deletion',
  error: unknown,
) {
  const timedOut = error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name);
  return timedOut
    ? new ProviderTimeout(service, { cause: error })
    : new ProviderFailed(service, { cause: error });
}

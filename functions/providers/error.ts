import { ProviderFailed, ProviderTimeout } from '../errors.ts';

/** What an AWS client threw, as the product's own error: out of time, or failed. */
export function providerError(
  service: 'translation' | 'recognition' | 'speech' | 'deletion',
  error: unknown,
) {
  return isTimeout(error)
    ? new ProviderTimeout(service, { cause: error })
    : new ProviderFailed(service, { cause: error });
}

/** Whether an AWS client gave up waiting, or was told to. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name);
}

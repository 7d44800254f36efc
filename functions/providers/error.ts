import { ProviderFailed, ProviderTimeout } from '../errors.ts';

export function toProviderError(
  service: 'translation' | 'recognition' | 'speech' | 'login' | 'deletion',
  error: unknown,
) {
  return isTimeout(error)
    ? new ProviderTimeout(service, { cause: error })
    : new ProviderFailed(service, { cause: error });
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name);
}

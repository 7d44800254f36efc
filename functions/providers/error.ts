import { ProviderFailed, ProviderTimeout, type Service } from '../errors.ts';

export function toProviderError(service: Service, error: unknown) {
  return isTimeout(error)
    ? new ProviderTimeout(service, { cause: error })
    : new ProviderFailed(service, { cause: error });
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name);
}

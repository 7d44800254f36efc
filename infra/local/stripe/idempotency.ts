import type { Account } from './account/account.ts';
import { StripeError } from './errors.ts';

export interface StoredResponse {
  readonly status: number;
  readonly body: string;
}

/** The response to the first call with this key, for 24 hours. @throws StripeError for another call */
export function findResponse(account: Account, key: string, request: string): StoredResponse | undefined {
  const known = account.readNote<StoredCall>(`idempotency:${key}`);
  if (!known || known.at + 24 * 3_600 <= account.now()) return undefined;
  if (known.request === request) return known.answer;
  throw new StripeError(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same endpoint and parameters they were first used ' +
      `with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

export function storeResponse(account: Account, key: string, request: string, answer: StoredResponse): void {
  account.writeNote(`idempotency:${key}`, { at: account.now(), request, answer } satisfies StoredCall);
}

type StoredCall = { readonly at: number; readonly request: string; readonly answer: StoredResponse };

import type { Account } from './account/account.ts';
import { StripeFault } from './faults.ts';

export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

/** The answer to the first call with the same key, for 24 hours. @throws StripeFault for another call */
export function findAnswer(account: Account, key: string, request: string): StoredAnswer | undefined {
  const known = account.recall<Remembered>(`idempotency:${key}`);
  if (!known || known.at + 24 * 3_600 <= account.now()) return undefined;
  if (known.request === request) return known.answer;
  throw new StripeFault(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same endpoint and parameters they were first used ' +
      `with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

export function rememberAnswer(account: Account, key: string, request: string, answer: StoredAnswer): void {
  const remembered: Remembered = { at: account.now(), request, answer };
  account.remember(`idempotency:${key}`, remembered);
}

type Remembered = { readonly at: number; readonly request: string; readonly answer: StoredAnswer };

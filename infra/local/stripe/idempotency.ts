import type { Account } from './account/account.ts';
import { StripeFault } from './faults.ts';

export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

export interface KeyedCall {
  readonly key: string;
  readonly path: string;
  readonly params: readonly (readonly [string, string])[];
}

/** The answer to the first call with the same key, for 24 hours. @throws StripeFault for another call */
export function findAnswer(account: Account, call: KeyedCall): StoredAnswer | undefined {
  const known = account.recall<Remembered>(`idempotency:${call.key}`);
  if (!known || known.at + 24 * 3_600 <= account.now()) return undefined;
  if (known.request === describe(call)) return known.answer;
  throw new StripeFault(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same endpoint and parameters they were first used ' +
      `with. Try using a key other than '${call.key}' if you meant to execute a different request.`,
  });
}

export function rememberAnswer(account: Account, call: KeyedCall, answer: StoredAnswer): void {
  const remembered: Remembered = { at: account.now(), request: describe(call), answer };
  account.remember(`idempotency:${call.key}`, remembered);
}

type Remembered = { readonly at: number; readonly request: string; readonly answer: StoredAnswer };

function describe({ path, params }: KeyedCall): string {
  return JSON.stringify([path, params.toSorted()]);
}

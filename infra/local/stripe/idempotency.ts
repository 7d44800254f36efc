import { createHash } from 'node:crypto';
import type { Account } from './account/account.ts';
import { invalid, StripeFault } from './faults.ts';

export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

/** A POST with an `Idempotency-Key`. */
export interface KeyedCall {
  readonly key: string;
  readonly path: string;
  readonly params: readonly (readonly [string, string])[];
}

/**
 * The answer to the first call with the same key, for 24 hours.
 *
 * @throws StripeFault where the first call was another one
 */
export function findAnswer(account: Account, call: KeyedCall): StoredAnswer | undefined {
  if (call.key.length > 255) throw invalid('Idempotency keys can have up to 255 characters.');
  const known = account.recall<Remembered>(noteOf(call));
  if (!known || known.at + 24 * 3_600 <= account.now()) return undefined;
  if (known.digest === digest(call)) return known.answer;
  throw new StripeFault(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same endpoint and parameters they were first used ' +
      `with. Try using a key other than '${call.key}' if you meant to execute a different request.`,
  });
}

export function rememberAnswer(account: Account, call: KeyedCall, answer: StoredAnswer): void {
  const remembered: Remembered = { at: account.now(), digest: digest(call), answer };
  account.remember(noteOf(call), remembered);
}

interface Remembered {
  readonly at: number;
  readonly digest: string;
  readonly answer: StoredAnswer;
}

function noteOf({ key }: KeyedCall): string {
  return `idempotency:${key}`;
}

/** Does not depend on the order of the parameters. */
function digest({ path, params }: KeyedCall): string {
  const sorted = params.map((pair) => JSON.stringify(pair)).toSorted();
  return createHash('sha256')
    .update(JSON.stringify([path, sorted]))
    .digest('hex');
}

import { createHash } from 'node:crypto';
import { StripeFault } from './account.ts';
import type { OpenAccount } from './open-account.ts';
import { invalid } from './parameters.ts';

/** What a call was answered with. */
export interface StoredAnswer {
  readonly requestId: string;
  readonly status: number;
  readonly body: string;
}

/** A POST with an `Idempotency-Key`: done once, however often it is asked for. */
export interface KeyedCall {
  readonly key: string;
  readonly path: string;
  readonly params: object;
}

/**
 * What the first call with the same key was answered with, for 24 hours.
 *
 * @throws StripeFault where the key belongs to another call
 */
export function earlierAnswer(account: OpenAccount, call: KeyedCall): StoredAnswer | undefined {
  if (call.key.length > 255) throw invalid('Idempotency keys can have up to 255 characters.');
  const earlier = account.recall<Remembered>(nameOf(call.key));
  if (!earlier || earlier.at + keptSeconds <= account.now()) return undefined;
  if (earlier.path !== call.path) {
    throw reused(
      call.key,
      `for the same endpoint they were first used for ('${call.path}' vs '${earlier.path}')`,
    );
  }
  if (earlier.params !== digestOf(call.params)) {
    throw reused(call.key, 'with the same parameters they were first used with');
  }
  return earlier.answer;
}

export function rememberAnswer(account: OpenAccount, call: KeyedCall, answer: StoredAnswer): void {
  const remembered: Remembered = {
    at: account.now(),
    path: call.path,
    params: digestOf(call.params),
    answer,
  };
  account.remember(nameOf(call.key), remembered);
}

/** After 24 hours a key is as good as new. */
export function forgetOldAnswers(account: OpenAccount): void {
  for (const [key, { at }] of account.recallAll<Remembered>(prefix)) {
    if (at + keptSeconds <= account.now()) account.remember(key, undefined);
  }
}

interface Remembered {
  readonly at: number;
  readonly path: string;
  readonly params: string;
  readonly answer: StoredAnswer;
}

const keptSeconds = 24 * 3_600;

function nameOf(key: string): string {
  return `${prefix}${key}`;
}

const prefix = 'idempotency:';

/** The order in which parameters are sent says nothing. */
function digestOf(params: object): string {
  const sorted = JSON.stringify(params, (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(sorted).digest('hex');
}

function reused(key: string, how: string): StripeFault {
  return new StripeFault(400, {
    type: 'idempotency_error',
    message:
      `Keys for idempotent requests can only be used ${how}. ` +
      `Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

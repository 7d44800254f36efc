import { describe, expect, test, vi } from 'vitest';
import * as errors from '../../../functions/errors.ts';
import { toMeteredError } from '../../../functions/providers/ask.ts';
import { say } from '../../../functions/texts.ts';
import { errorStatus } from '../../../shared/api/error-codes.ts';
import { type Cost, costSentences, type Service } from '../../../shared/text/refusals.ts';

const cause = new Error('inside');

/** Each error of the product, with its cost. */
const each: [errors.ProductError, Cost][] = [
  [new errors.InvalidRequest([{ path: 'text', message: 'Too long. Shorten it.' }], 'uncounted'), 'uncounted'],
  [new errors.Unauthenticated(), 'free'],
  [new errors.SessionExpired({ cause }), 'free'],
  [new errors.AccountDeleted({ cause }), 'free'],
  [new errors.PremiumRequired(), 'free'],
  [new errors.GuestLimitReached(), 'free'],
  [new errors.DailyLimitReached(Date.now()), 'free'],
  [new errors.RateLimited(say('networkLimit'), 'uncounted'), 'uncounted'],
  [new errors.TooManyStreams(say('tooManyStreamsOnNetwork')), 'uncounted'],
  [new errors.Conflict(say('hasPremium'), 'notChargedTwice'), 'notChargedTwice'],
  [new errors.TooFarAhead(), 'uncounted'],
  [new errors.IdempotencyKeyReused(), 'uncounted'],
  [new errors.CrossSite(), 'free'],
  [new errors.Forbidden(), 'free'],
  [new errors.OperatorsOnly(), 'free'],
  [new errors.NotFound(), 'free'],
  [new errors.MethodNotAllowed(['GET', 'HEAD']), 'free'],
  [new errors.TooLarge(say('recordingTooLong', { seconds: 60 }), 'uncounted'), 'uncounted'],
  [new errors.UnsupportedMediaType(say('notWav'), 'uncounted'), 'uncounted'],
  [new errors.UnsupportedLanguagePair('th', 'el', { cause }), 'uncounted'],
  [new errors.UnsupportedLanguage('th', 'voice', { cause }), 'uncounted'],
  [new errors.UnsupportedLanguage('th', 'recogniser', { cause }), 'uncounted'],
  [new errors.LanguageUnclear({ cause }), 'uncounted'],
  [new errors.CodeRefused(say('codeUnknown'), { cause }), 'free'],
  [new errors.PaymentsUnavailable({ cause }), 'uncharged'],
  [new errors.ProviderFailed('translation', { cause }), 'uncounted'],
  [new errors.ProviderFailed('recognition'), 'uncounted'],
  [new errors.ProviderFailed('speech'), 'uncounted'],
  [new errors.ProviderFailed('login'), 'free'],
  [new errors.ProviderFailed('deletion'), 'free'],
  [new errors.ProviderFailed('payment'), 'notChargedTwice'],
  [new errors.ProviderBusy('recognition', { cause }), 'uncounted'],
  [new errors.ProviderBusy('translation'), 'uncounted'],
  [new errors.ProviderBusy('speech'), 'uncounted'],
  [new errors.ProviderTimeout('translation', { cause }), 'uncounted'],
  [new errors.ProviderTimeout('payment'), 'notChargedTwice'],
  [new errors.RequestTimeout('speech.transcribe', { cause }), 'unknown'],
  [new errors.RequestTimeout('speech.synthesize'), 'unknown'],
  [new errors.RequestTimeout('billing.status'), 'free'],
  [new errors.InternalFault('translation.translate', { cause }), 'uncounted'],
  [new errors.InternalFault('billing.create'), 'notChargedTwice'],
  [new errors.InternalFault('analytics.users'), 'free'],
];

test.each(each)(
  '%s has the status of its word, and says what happened, what it cost and what to do',
  (error, cost) => {
    expect(error).toBeInstanceOf(errors.ProductError);
    expect(error.status).toBe(errorStatus[error.code]);
    expect(error.name).toBe(error.code);
    expect(error.message).not.toContain('inside');
    const said = error.message.match(/[^.]+\.(?= |$)/g)?.map((sentence) => sentence.trim()) ?? [];
    const costs = Object.values<string>(costSentences);
    expect(said.filter((sentence) => costs.includes(sentence))).toEqual(
      cost === 'free' ? [] : [costSentences[cost]],
    );
    expect(said.filter((sentence) => !costs.includes(sentence)).length).toBeGreaterThanOrEqual(2);
  },
);

const services: readonly Service[] = ['translation', 'recognition', 'speech', 'login', 'deletion', 'payment'];

test.for(services)('%s fails in sentences of its own, with no name to fill in', (service) => {
  const failures = [new errors.ProviderFailed(service), new errors.ProviderTimeout(service)];
  expect(failures.map(({ refusal }) => refusal)).toEqual([
    { reason: `${service}Failed`, values: {}, english: expect.stringMatching(/^[^.{]+\. /) },
    { reason: `${service}TooSlow`, values: {}, english: expect.stringMatching(/^[^.{]+\. /) },
  ]);
});

test('the sentence of an error changes with its cost', () => {
  const error = new errors.ProviderTimeout('speech').setCost('counted');
  expect([error.cost, error.message]).toEqual([
    'counted',
    'Reading the text aloud took too long. This counted toward your limit. Try again, or read it yourself.',
  ]);
});

test.each([
  [61_000, '61'],
  [1_500, '2'],
  [-5, '1'],
])('a limit that ends in %i ms has Retry-After %s', (ms, seconds) => {
  vi.useFakeTimers({ now: 0 });
  const again = Date.now() + ms;
  for (const error of [
    new errors.DailyLimitReached(again),
    new errors.RateLimited(say('networkLimit'), 'free', again),
  ]) {
    expect([error.headers, error.retryAt]).toEqual([{ 'retry-after': seconds }, again]);
  }
  expect(new errors.RateLimited(say('networkLimit'), 'free').headers).toEqual({});
  vi.useRealTimers();
});

test('this test covers every error class', () => {
  const classes = Object.values(errors).filter(
    (value) => value !== errors.ProductError && 'prototype' in value && value.prototype instanceof Error,
  );
  expect(new Set(each.map(([error]) => error.constructor))).toEqual(new Set(classes));
});

test('the guests’ limit has the specified sentence', () => {
  expect(new errors.GuestLimitReached().message).toContain('Guest translation limit reached');
});

describe('an error of a provider’s client', () => {
  test.each(['TimeoutError', 'AbortError', 'RequestTimeout', 'RequestTimeoutException'])(
    'as %s is a timeout, with its cause',
    (name) => {
      const thrown = Object.assign(new Error('x'), { name });
      const error = toMeteredError('translation', thrown);
      expect([error.code, error.status, error.cause]).toEqual(['provider_timeout', 504, thrown]);
    },
  );

  test.each(['ThrottlingException', 'TooManyRequestsException', 'LimitExceededException'])(
    'as %s is a used-up quota, with its cause',
    (name) => {
      const thrown = Object.assign(new Error('x'), { name });
      const error = toMeteredError('translation', thrown);
      expect([error.code, error.status, error.cause]).toEqual(['rate_limited', 429, thrown]);
      expect(error.headers).toEqual({ 'retry-after': '5' });
    },
  );

  test.each([new TypeError('x'), 'x', undefined])('as %s is a failure, with its cause', (thrown) => {
    const error = toMeteredError('translation', thrown);
    expect([error.code, error.status, error.cause]).toEqual(['provider_failed', 502, thrown]);
  });
});

import { describe, expect, test } from 'vitest';
import * as errors from '../../functions/errors.ts';
import { providerError } from '../../functions/provider-error.ts';
import { errorStatus } from '../../shared/api/error-codes.ts';

const cause = new Error('inside');

const each = [
  new errors.InvalidRequest([{ path: 'text', message: 'Type or say something to translate.' }]),
  new errors.Unauthenticated(),
  new errors.SessionExpired({ cause }),
  new errors.PremiumRequired(),
  new errors.GuestLimitReached(),
  new errors.DailyLimitReached(),
  new errors.RateLimited('Please wait a minute and try again.'),
  new errors.Conflict('You have Premium already.'),
  new errors.IdempotencyKeyReused(),
  new errors.CrossSite(),
  new errors.Forbidden(),
  new errors.OperatorsOnly(),
  new errors.NotFound(),
  new errors.TooLarge('The recording is too long.'),
  new errors.UnsupportedMediaType('Send the body as application/json.'),
  new errors.UnsupportedLanguagePair('Thai', 'Greek', { cause }),
  new errors.UnsupportedLanguage('Thai', 'voice', { cause }),
  new errors.UnsupportedLanguage('Thai', 'recogniser', { cause }),
  new errors.PaymentsUnavailable({ cause }),
  new errors.ProviderFailed('speech', { cause }),
  new errors.ProviderTimeout('recognition', { cause }),
];

test.each(each)('$name has the status of its word, and sentences for people', (error) => {
  expect(error).toBeInstanceOf(errors.ProductError);
  expect(error.status).toBe(errorStatus[error.code]);
  expect(error.message).toMatch(/^[A-Z].*\.$/);
  expect(error.message).not.toContain('inside');
});

test('no error class of the product is left out here', () => {
  const classes = Object.values(errors).filter((value) => value !== errors.ProductError);
  expect(new Set(each.map((error) => error.constructor))).toEqual(new Set(classes));
});

test('every word has the status of its kind', () => {
  expect(Object.values(errorStatus).filter((status) => status < 400 || status > 504)).toEqual([]);
  expect(errorStatus.internal).toBe(500);
});

test('a provider that fails says that nothing was charged, where something could have been', () => {
  expect(new errors.ProviderFailed('translation').message).toContain('Nothing was charged.');
  expect(new errors.ProviderFailed('login').message).toBe('Signing in failed. Please try again.');
  expect(new errors.ProviderTimeout('deletion').message).toBe(
    'Deleting the account took too long. Please try again.',
  );
});

test('the guests’ limit is known by its words', () => {
  expect(new errors.GuestLimitReached().message).toContain('Guest translation limit reached');
});

test('errors about languages name them', () => {
  expect(new errors.UnsupportedLanguagePair('Thai', 'Greek').message).toMatch(/Thai.*Greek/);
  expect(new errors.UnsupportedLanguage('Thai', 'voice').message).toContain('Thai');
});

describe('what a provider’s client threw', () => {
  test.each(['TimeoutError', 'AbortError'])('as %s is a time-out, with its cause', (name) => {
    const thrown = Object.assign(new Error('x'), { name });
    const error = providerError('translation', thrown);
    expect([error.code, error.status, error.cause]).toEqual(['provider_timeout', 504, thrown]);
  });

  test.each([
    Object.assign(new Error('x'), { name: 'ThrottlingException' }),
    new TypeError('x'),
    'x',
    undefined,
  ])('as %s is a failure, with its cause', (thrown) => {
    const error = providerError('translation', thrown);
    expect([error.code, error.status, error.cause]).toEqual(['provider_failed', 502, thrown]);
  });
});

import type { ErrorBody, ErrorCode } from '../shared/api/error-codes.ts';
import { errorStatus } from '../shared/api/error-codes.ts';

/** Whatever a handler refuses or fails to do. Everything else that is thrown is a bug and answers 500. */
export abstract class ProductError extends Error {
  abstract readonly code: ErrorCode;
  /** What was wrong with which field of the input. */
  readonly issues?: ErrorBody['issues'];

  /** @param sentence for people: says what happened and what to do. Never quotes what was said or typed. */
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = this.constructor.name;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

export class InvalidRequest extends ProductError {
  readonly code = 'invalid_request';
  override readonly issues: NonNullable<ErrorBody['issues']>;

  constructor(issues: NonNullable<ErrorBody['issues']>) {
    super(issues[0]?.message ?? 'The request could not be read.');
    this.issues = issues;
  }
}

export class Unauthenticated extends ProductError {
  readonly code = 'unauthenticated';

  constructor() {
    super('Please sign in to continue.');
  }
}

/**
 * The cookies of a session that can be neither believed nor renewed, which are cleared with the answer; or an
 * account that went while it was asked for something, whose cookies the next request clears.
 */
export class SessionExpired extends ProductError {
  readonly code = 'session_expired';

  constructor(options?: ErrorOptions) {
    super('Your session has ended. Please log in again to continue.', options);
  }
}

export class PremiumRequired extends ProductError {
  readonly code = 'premium_required';

  constructor() {
    super('This is part of Premium. Upgrade to use it.');
  }
}

export class GuestLimitReached extends ProductError {
  readonly code = 'guest_limit_reached';

  constructor() {
    super('Guest translation limit reached. Sign up to get 10 free translations per day.');
  }
}

export class DailyLimitReached extends ProductError {
  readonly code = 'daily_limit_reached';

  constructor() {
    super('You have used all free translations of today. Upgrade to Premium, or come back tomorrow.');
  }
}

/** A ceiling that is there against abuse and ruin. The sentence says which, and when to come back. */
export class RateLimited extends ProductError {
  readonly code = 'rate_limited';
}

/** What is asked for does not go with how things stand. The sentence says how they do. */
export class Conflict extends ProductError {
  readonly code = 'conflict';
}

/** An id of a request came again with another request. */
export class IdempotencyKeyReused extends ProductError {
  readonly code = 'idempotency_key_reused';

  constructor() {
    super('This request’s id belongs to another text. Please try again.');
  }
}

export class CrossSite extends ProductError {
  readonly code = 'cross_site';

  constructor() {
    super('This request did not come from Parley’s own pages. Open Parley itself and try again there.');
  }
}

export class Forbidden extends ProductError {
  readonly code = 'forbidden';

  constructor() {
    super('This address is not for direct use. Please go through Parley’s own pages.');
  }
}

/** The dashboards are closed to everybody else: `analytics/audience.ts`. */
export class OperatorsOnly extends ProductError {
  readonly code = 'forbidden';

  constructor() {
    super(
      'The dashboards are for this deployment’s operators. Ask one of them to make you an operator, too.',
    );
  }
}

export class NotFound extends ProductError {
  readonly code = 'not_found';

  constructor(sentence = 'There is nothing at this address. Go to Parley’s first page and begin there.') {
    super(sentence);
  }
}

export class TooLarge extends ProductError {
  readonly code = 'too_large';
}

export class UnsupportedMediaType extends ProductError {
  readonly code = 'unsupported_media_type';
}

export class UnsupportedLanguagePair extends ProductError {
  readonly code = 'unsupported_language_pair';

  constructor(source: string, target: string, options?: ErrorOptions) {
    super(`Translating from ${source} to ${target} is not available here. Pick another pair.`, options);
  }
}

export class UnsupportedLanguage extends ProductError {
  readonly code = 'unsupported_language';

  constructor(language: string, service: 'recogniser' | 'voice', options?: ErrorOptions) {
    super(
      service === 'voice'
        ? `There is no voice for ${language} here. Read the text instead.`
        : `Speech in ${language} cannot be recognised here. Type the text instead.`,
      options,
    );
  }
}

/** There are no keys of Stripe's, or Stripe does not take them. */
export class PaymentsUnavailable extends ProductError {
  readonly code = 'payments_unavailable';

  constructor(options?: ErrorOptions) {
    super('Payments are not set up here yet. Nothing was charged. Please try again later.', options);
  }
}

/** A provider answered with a fault. Nothing was charged; trying again may help. */
export class ProviderFailed extends ProductError {
  readonly code = 'provider_failed';

  constructor(service: Service, options?: ErrorOptions) {
    super(`${serviceName[service]} failed. ${comfort(service)}Please try again.`, options);
  }
}

/** A provider did not answer in time. Nothing was charged; trying again may help. */
export class ProviderTimeout extends ProductError {
  readonly code = 'provider_timeout';

  constructor(service: Service, options?: ErrorOptions) {
    super(`${serviceName[service]} took too long. ${comfort(service)}Please try again.`, options);
  }
}

type Service = 'translation' | 'recognition' | 'speech' | 'login' | 'deletion' | 'payment' | 'request';

const serviceName: Record<Service, string> = {
  translation: 'The translation',
  recognition: 'Speech recognition',
  speech: 'Speech output',
  login: 'Signing in',
  deletion: 'Deleting the account',
  payment: 'The payment service',
  request: 'The request',
};

/** Where nobody would expect to be charged, saying so only worries; and of what Stripe did nobody knows yet. */
function comfort(service: Service): string {
  return ['login', 'deletion', 'payment'].includes(service) ? '' : 'Nothing was charged. ';
}

import { type ErrorBody, type ErrorCode, errorStatus } from '../shared/api/error-codes.ts';
import { type EndpointId, endpoints } from '../shared/api/index.ts';
import * as texts from './texts.ts';

/** A refusal or failure with a text for people. Any other error is a bug, and becomes a 500. */
export abstract class ProductError extends Error {
  abstract readonly code: ErrorCode;
  issues?: NonNullable<ErrorBody['issues']>;
  headers: Readonly<Record<string, string>> = {};
  readonly text: string;
  cost: Cost;

  /** @param text from `texts.ts`; never quotes what people said or typed */
  constructor(text: string, cost: Cost, options?: ErrorOptions) {
    super(insertCost(text, cost), options);
    this.text = text;
    this.cost = cost;
  }

  /** Minified bundles shorten class names. */
  override get name(): string {
    return this.code;
  }

  setCost(cost: Cost): this {
    this.cost = cost;
    this.message = insertCost(this.text, cost);
    return this;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** Makes a class of errors that all have the same text and cost. @__NO_SIDE_EFFECTS__ */
function makeErrorClass<Code extends ErrorCode>(code: Code, text: string, cost: Cost) {
  return class extends ProductError {
    readonly code = code;

    constructor(options?: ErrorOptions) {
      super(text, cost, options);
    }
  };
}

/** The same for a service's errors: its name is in the text, and its cost is in `serviceCosts`. @__NO_SIDE_EFFECTS__ */
function makeServiceErrorClass<Code extends ErrorCode>(code: Code, describe: (service: string) => string) {
  return class extends ProductError {
    readonly code = code;

    constructor(service: Service, options?: ErrorOptions) {
      super(describe(texts.services[service]), serviceCosts[service], options);
    }
  };
}

function insertCost(text: string, cost: Cost): string {
  const sentence = cost === 'free' ? '' : ` ${texts.costSentences[cost]}`;
  return text.includes(' {cost}') ? text.replace(' {cost}', sentence) : text + sentence;
}

export type Cost = keyof typeof texts.costSentences;

function getDefaultCost(id: EndpointId): Cost {
  if (endpoints[id].method === 'GET') return 'free';
  if (id.startsWith('billing.')) return 'notChargedTwice';
  return meteredEndpoints.has(id) ? 'uncounted' : 'free';
}

const meteredEndpoints: ReadonlySet<EndpointId> = new Set([
  'translation.translate',
  'speech.transcribe',
  'speech.listen',
  'speech.send-chunk',
  'speech.synthesize',
  'speech.marks',
]);

export class InvalidRequest extends ProductError {
  readonly code = 'invalid_request';

  constructor(issues: NonNullable<ErrorBody['issues']>, cost: Cost = 'free', options?: ErrorOptions) {
    super(issues[0]?.message ?? texts.unreadable, cost, options);
    this.issues = issues;
  }
}

export class Unauthenticated extends makeErrorClass('unauthenticated', texts.notSignedIn, 'free') {}

export class SessionExpired extends makeErrorClass('session_expired', texts.sessionEnded, 'free') {}

/** The session is valid, but has no profile. */
export class AccountDeleted extends makeErrorClass('account_deleted', texts.accountDeleted, 'free') {}

export class PremiumRequired extends makeErrorClass('premium_required', texts.premiumOnly, 'free') {}

export class GuestLimitReached extends makeErrorClass('guest_limit_reached', texts.guestLimit, 'free') {}

export class DailyLimitReached extends ProductError {
  readonly code = 'daily_limit_reached';

  /** @param retryAt in milliseconds since 1970 */
  constructor(retryAt: number) {
    super(texts.dailyLimit, 'free');
    this.headers = buildRetryAfter(retryAt);
  }
}

/** A ceiling was reached. The text says which, and when to come back. */
export class RateLimited extends ProductError {
  readonly code = 'rate_limited';

  /** @param retryAt when a retry may work, in milliseconds since 1970, if known */
  constructor(text: string, cost: Cost, retryAt?: number) {
    super(text, cost);
    this.headers = retryAt === undefined ? {} : buildRetryAfter(retryAt);
  }
}

function buildRetryAfter(retryAt: number): Record<string, string> {
  return { 'retry-after': String(Math.max(1, Math.ceil((retryAt - Date.now()) / 1_000))) };
}

export class Conflict extends ProductError {
  readonly code = 'conflict';
}

/** A promotion code cannot be used. The text says why. */
export class CodeRefused extends ProductError {
  readonly code = 'code_refused';

  constructor(text: string, options?: ErrorOptions) {
    super(text, 'free', options);
  }
}

/** The recogniser has not taken the chunks before it. The page sends it again. */
export class TooFarAhead extends makeErrorClass('too_far_ahead', texts.tooFarAhead, 'uncounted') {}

export class IdempotencyKeyReused extends makeErrorClass(
  'idempotency_key_reused',
  texts.idTaken,
  'uncounted',
) {}

export class CrossSite extends makeErrorClass('cross_site', texts.crossSite, 'free') {}

export class Forbidden extends makeErrorClass('forbidden', texts.notPublic, 'free') {}

export class OperatorsOnly extends makeErrorClass('forbidden', texts.operatorsOnly, 'free') {}

export class NotFound extends ProductError {
  readonly code = 'not_found';

  constructor(text: string = texts.noSuchAddress) {
    super(text, 'free');
  }
}

export class MethodNotAllowed extends ProductError {
  readonly code = 'method_not_allowed';

  constructor(methods: readonly string[]) {
    super(texts.wrongMethod(methods), 'free');
    this.headers = { allow: methods.join(', ') };
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

  constructor(source: string | undefined, target: string, options?: ErrorOptions) {
    super(texts.noSuchPair(source, target), 'uncounted', options);
  }
}

export class UnsupportedLanguage extends ProductError {
  readonly code = 'unsupported_language';

  constructor(language: string, service: 'recogniser' | 'voice', options?: ErrorOptions) {
    const text = service === 'voice' ? texts.noVoice(language) : texts.noRecogniser(language);
    super(text, 'uncounted', options);
  }
}

export class LanguageUnclear extends makeErrorClass('language_unclear', texts.languageUnclear, 'uncounted') {}

export class PaymentsUnavailable extends makeErrorClass(
  'payments_unavailable',
  texts.noPayments,
  'uncharged',
) {}

export class ProviderFailed extends makeServiceErrorClass('provider_failed', texts.providerFailed) {}

export class ProviderTimeout extends makeServiceErrorClass('provider_timeout', texts.providerTooSlow) {}

/** A caller or an address has as many streams of speech as it may have at once. */
export class TooManyStreams extends ProductError {
  readonly code = 'too_many_streams';
  override headers = buildRetryAfter(Date.now() + busyMs);

  constructor(text: string) {
    super(text, 'uncounted');
  }
}

/** A provider's quota is used up. */
export class ProviderBusy extends makeServiceErrorClass('rate_limited', texts.providerBusy) {
  override headers = buildRetryAfter(Date.now() + busyMs);
}

const busyMs = 5_000;

export class RequestTimeout extends ProductError {
  readonly code = 'provider_timeout';

  constructor(id: EndpointId, options?: ErrorOptions) {
    const cost = meteredEndpoints.has(id) ? 'unknown' : getDefaultCost(id);
    super(texts.requestTooSlow, cost, options);
  }
}

export class InternalFault extends ProductError {
  readonly code = 'internal';

  constructor(id: EndpointId, options?: ErrorOptions) {
    super(texts.ourFault, getDefaultCost(id), options);
  }
}

export type Service = keyof typeof texts.services;

const serviceCosts: Readonly<Record<Service, Cost>> = {
  translation: 'uncounted',
  recognition: 'uncounted',
  speech: 'uncounted',
  login: 'free',
  deletion: 'free',
  payment: 'notChargedTwice',
};

import { type ErrorBody, type ErrorCode, errorStatus } from '../shared/api/error-codes.ts';
import { type EndpointId, endpoints } from '../shared/api/index.ts';
import { type Cost, costSentences, type MeteredService, type Service } from '../shared/text/refusals.ts';
import { type Refusal, say } from './texts.ts';

/** A refusal or failure with a text for people. Any other error is a bug, and becomes a 500. */
export abstract class ProductError extends Error {
  abstract readonly code: ErrorCode;
  issues?: NonNullable<ErrorBody['issues']>;
  headers: Readonly<Record<string, string>> = {};
  /** When a limit ends, in milliseconds since 1970. */
  retryAt?: number;
  readonly refusal: Refusal;
  cost: Cost;

  /** @param refusal never quotes what people said or typed */
  constructor(refusal: Refusal, cost: Cost, options?: ErrorOptions) {
    super(insertCost(refusal.english, cost), options);
    this.refusal = refusal;
    this.cost = cost;
  }

  /** Minified bundles shorten class names. */
  override get name(): string {
    return this.code;
  }

  setCost(cost: Cost): this {
    this.cost = cost;
    this.message = insertCost(this.refusal.english, cost);
    return this;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** Makes a class of errors that all say the same at the same cost. @__NO_SIDE_EFFECTS__ */
function makeErrorClass<Code extends ErrorCode>(code: Code, refusal: Refusal, cost: Cost) {
  return class extends ProductError {
    readonly code = code;

    constructor(options?: ErrorOptions) {
      super(refusal, cost, options);
    }
  };
}

/** The same for the errors of services, which each have their own text, and their cost in `serviceCosts`. @__NO_SIDE_EFFECTS__ */
function makeServiceErrorClass<Code extends ErrorCode>(code: Code, outcome: 'Failed' | 'TooSlow') {
  return class extends ProductError {
    readonly code = code;

    constructor(service: Service, options?: ErrorOptions) {
      super(say(`${service}${outcome}`), serviceCosts[service], options);
    }
  };
}

function insertCost(text: string, cost: Cost): string {
  const sentence = cost === 'free' ? '' : ` ${costSentences[cost]}`;
  return text.includes(' {cost}') ? text.replace(' {cost}', sentence) : text + sentence;
}

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

  constructor(issues: readonly Issue[], cost: Cost = 'free', options?: ErrorOptions) {
    const message = issues[0]?.message ?? say('unreadable');
    super(typeof message === 'string' ? { ...say('unreadable'), english: message } : message, cost, options);
    this.issues = issues.map(({ path, message }) => ({
      path,
      message: typeof message === 'string' ? message : insertCost(message.english, 'free'),
    }));
  }
}

interface Issue {
  readonly path: string;
  /** A schema has sentences of its own. */
  readonly message: Refusal | string;
}

export class Unauthenticated extends makeErrorClass('unauthenticated', say('notSignedIn'), 'free') {}

export class SessionExpired extends makeErrorClass('session_expired', say('sessionEnded'), 'free') {}

/** The session is valid, but has no profile. */
export class AccountDeleted extends makeErrorClass('account_deleted', say('accountDeleted'), 'free') {}

export class PremiumRequired extends makeErrorClass('premium_required', say('premiumOnly'), 'free') {}

export class GuestLimitReached extends makeErrorClass('guest_limit_reached', say('guestLimit'), 'free') {}

export class DailyLimitReached extends ProductError {
  readonly code = 'daily_limit_reached';

  /** @param retryAt in milliseconds since 1970 */
  constructor(retryAt: number) {
    super(say('dailyLimit'), 'free');
    this.retryAt = retryAt;
    this.headers = buildRetryAfter(retryAt);
  }
}

/** A ceiling was reached. The text says which, and when to come back. */
export class RateLimited extends ProductError {
  readonly code = 'rate_limited';

  /** @param retryAt when a retry may work, in milliseconds since 1970, if known */
  constructor(refusal: Refusal, cost: Cost, retryAt?: number) {
    super(refusal, cost);
    if (retryAt === undefined) return;
    this.retryAt = retryAt;
    this.headers = buildRetryAfter(retryAt);
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

  constructor(refusal: Refusal, options?: ErrorOptions) {
    super(refusal, 'free', options);
  }
}

/** The recogniser has not taken the chunks before it. The page sends it again. */
export class TooFarAhead extends makeErrorClass('too_far_ahead', say('tooFarAhead'), 'uncounted') {}

export class IdempotencyKeyReused extends makeErrorClass(
  'idempotency_key_reused',
  say('idTaken'),
  'uncounted',
) {}

export class CrossSite extends makeErrorClass('cross_site', say('crossSite'), 'free') {}

export class Forbidden extends makeErrorClass('forbidden', say('notPublic'), 'free') {}

export class OperatorsOnly extends makeErrorClass('forbidden', say('operatorsOnly'), 'free') {}

export class NotFound extends ProductError {
  readonly code = 'not_found';

  constructor(refusal: Refusal = say('noSuchAddress')) {
    super(refusal, 'free');
  }
}

export class MethodNotAllowed extends ProductError {
  readonly code = 'method_not_allowed';

  constructor(methods: readonly string[]) {
    super(say('wrongMethod', { methods: methods.join(' or ') }), 'free');
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
    super(
      source ? say('noSuchPair', { source, target }) : say('noSuchTarget', { target }),
      'uncounted',
      options,
    );
  }
}

export class UnsupportedLanguage extends ProductError {
  readonly code = 'unsupported_language';

  constructor(language: string, service: 'recogniser' | 'voice', options?: ErrorOptions) {
    super(say(service === 'voice' ? 'noVoice' : 'noRecogniser', { language }), 'uncounted', options);
  }
}

export class LanguageUnclear extends makeErrorClass(
  'language_unclear',
  say('languageUnclear'),
  'uncounted',
) {}

export class PaymentsUnavailable extends makeErrorClass(
  'payments_unavailable',
  say('noPayments'),
  'uncharged',
) {}

export class ProviderFailed extends makeServiceErrorClass('provider_failed', 'Failed') {}

export class ProviderTimeout extends makeServiceErrorClass('provider_timeout', 'TooSlow') {}

/** A caller or an address has as many streams of speech as it may have at once. */
export class TooManyStreams extends ProductError {
  readonly code = 'too_many_streams';
  override headers = buildRetryAfter(Date.now() + busyMs);

  constructor(refusal: Refusal) {
    super(refusal, 'uncounted');
  }
}

/** A service's quota is used up. */
export class ProviderBusy extends ProductError {
  readonly code = 'rate_limited';
  override headers = buildRetryAfter(Date.now() + busyMs);

  constructor(service: MeteredService, options?: ErrorOptions) {
    super(say(`${service}Busy`), serviceCosts[service], options);
  }
}

const busyMs = 5_000;

export class RequestTimeout extends ProductError {
  readonly code = 'provider_timeout';

  constructor(id: EndpointId, options?: ErrorOptions) {
    const cost = meteredEndpoints.has(id) ? 'unknown' : getDefaultCost(id);
    super(say('requestTooSlow'), cost, options);
  }
}

export class InternalFault extends ProductError {
  readonly code = 'internal';

  constructor(id: EndpointId, options?: ErrorOptions) {
    super(say('ourFault'), getDefaultCost(id), options);
  }
}

const serviceCosts: Readonly<Record<Service, Cost>> = {
  translation: 'uncounted',
  recognition: 'uncounted',
  speech: 'uncounted',
  login: 'free',
  deletion: 'free',
  payment: 'notChargedTwice',
};

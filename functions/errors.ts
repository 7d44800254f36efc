import { type ErrorBody, type ErrorCode, errorStatus } from '../shared/api/error-codes.ts';
import type { EndpointId } from '../shared/api/index.ts';

/** A refusal or failure that people may read about. Any other error is a bug and answers 500. */
export abstract class ProductError extends Error {
  abstract readonly code: ErrorCode;
  issues?: NonNullable<ErrorBody['issues']>;
  headers: Readonly<Record<string, string>> = {};
  private readonly happened: string;
  private readonly todo: string;
  cost: Cost;

  /** @param happened and `todo` are sentences, which never quote what people said or typed */
  constructor(happened: string, cost: Cost, todo: string, options?: ErrorOptions) {
    super(joinSentences(happened, cost, todo), options);
    this.happened = happened;
    this.todo = todo;
    this.cost = cost;
  }

  /** Bundles shorten the names of classes. */
  override get name(): string {
    return this.code;
  }

  setCost(cost: Cost): this {
    this.cost = cost;
    this.message = joinSentences(this.happened, cost, this.todo);
    return this;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

function joinSentences(happened: string, cost: Cost, todo: string): string {
  return [happened, costSentences[cost], todo].filter((sentence) => sentence !== '').join(' ');
}

export type Cost = keyof typeof costSentences;

export const costSentences = {
  free: '',
  uncounted: 'This didn’t count toward your limit.',
  /** A provider was paid. */
  counted: 'This counts toward your limit.',
  /** Time ran out, or the database failed. */
  perhaps: 'This may count toward your limit.',
  /** A grant may be left, which lapses. */
  lapsing: 'If it did count, we’ll restore it within a minute.',
  uncharged: 'Nothing was charged.',
  never: 'Nothing will be charged.',
  /** At Stripe, where a retry does nothing twice. */
  once: 'You won’t be charged twice.',
} as const;

function getCost(id: EndpointId): Cost {
  if (id.startsWith('billing.')) return 'once';
  return countedEndpoints.has(id) ? 'uncounted' : 'free';
}

const countedEndpoints: ReadonlySet<EndpointId> = new Set([
  'translation.translate',
  'speech.transcribe',
  'speech.listen',
  'speech.hear',
  'speech.synthesize',
  'speech.marks',
]);

export class InvalidRequest extends ProductError {
  readonly code = 'invalid_request';

  constructor(issues: NonNullable<ErrorBody['issues']>, cost: Cost = 'free', options?: ErrorOptions) {
    super(issues[0]?.message ?? 'The request could not be read.', cost, '', options);
    this.issues = issues;
  }
}

export class Unauthenticated extends ProductError {
  readonly code = 'unauthenticated';

  constructor() {
    super('You are not signed in.', 'free', 'Please sign in to continue.');
  }
}

/** The session has ended, and the answer clears its cookies; or the account was deleted. */
export class SessionExpired extends ProductError {
  readonly code = 'session_expired';

  constructor(options?: ErrorOptions) {
    super('Your session has ended.', 'free', 'Please log in again to continue.', options);
  }
}

export class PremiumRequired extends ProductError {
  readonly code = 'premium_required';

  constructor() {
    super('This is part of Premium.', 'free', 'Upgrade to use it.');
  }
}

export class GuestLimitReached extends ProductError {
  readonly code = 'guest_limit_reached';

  constructor() {
    super('Guest translation limit reached.', 'uncounted', 'Sign up to get 10 free translations per day.');
  }
}

export class DailyLimitReached extends ProductError {
  readonly code = 'daily_limit_reached';

  /** @param retryAt in milliseconds since 1970 */
  constructor(retryAt: number) {
    super(
      'You’ve used today’s free translations.',
      'uncounted',
      'Upgrade to Premium, or come back tomorrow.',
    );
    this.headers = buildRetryAfter(retryAt);
  }
}

/** A ceiling was reached. The sentence says which, and when to come back. */
export class RateLimited extends ProductError {
  readonly code = 'rate_limited';

  /** @param retryAt when a retry may work, in milliseconds since 1970, if known */
  constructor(happened: string, cost: Cost, todo: string, retryAt?: number) {
    super(happened, cost, todo);
    this.headers = retryAt === undefined ? {} : buildRetryAfter(retryAt);
  }
}

function buildRetryAfter(retryAt: number): Record<string, string> {
  return { 'retry-after': String(Math.max(1, Math.ceil((retryAt - Date.now()) / 1_000))) };
}

export class Conflict extends ProductError {
  readonly code = 'conflict';
}

export class IdempotencyKeyReused extends ProductError {
  readonly code = 'idempotency_key_reused';

  constructor() {
    super('Another text already uses this request’s id.', 'uncounted', 'Please try again.');
  }
}

export class CrossSite extends ProductError {
  readonly code = 'cross_site';

  constructor() {
    super('This request did not come from Parley’s own pages.', 'free', 'Open Parley and try again there.');
  }
}

export class Forbidden extends ProductError {
  readonly code = 'forbidden';

  constructor() {
    super('This URL isn’t public.', 'free', 'Please use Parley’s own pages.');
  }
}

export class OperatorsOnly extends ProductError {
  readonly code = 'forbidden';

  constructor() {
    super('Only operators can see the dashboards.', 'free', 'Ask an operator for access.');
  }
}

export class NotFound extends ProductError {
  readonly code = 'not_found';

  constructor(happened = 'There is nothing at this address.', todo = 'Go to Parley’s home page.') {
    super(happened, 'free', todo);
  }
}

export class MethodNotAllowed extends ProductError {
  readonly code = 'method_not_allowed';

  constructor(methods: readonly string[]) {
    super('This address does not support this method.', 'free', `Use ${methods.join(' or ')}.`);
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

  constructor(source: string, target: string, options?: ErrorOptions) {
    super(`Parley can’t translate ${source} to ${target}.`, 'uncounted', 'Choose another language.', options);
  }
}

export class UnsupportedLanguage extends ProductError {
  readonly code = 'unsupported_language';

  constructor(language: string, service: 'recogniser' | 'voice', options?: ErrorOptions) {
    const isVoice = service === 'voice';
    super(
      isVoice ? `There is no voice for ${language}.` : `Parley can’t recognise ${language} speech.`,
      'uncounted',
      isVoice ? 'Read the text instead.' : 'Type the text instead.',
      options,
    );
  }
}

export class LanguageUnclear extends ProductError {
  readonly code = 'language_unclear';

  constructor(options?: ErrorOptions) {
    super(
      'The language of this text is not clear.',
      'uncounted',
      'Write a little more, or choose the language.',
      options,
    );
  }
}

export class PaymentsUnavailable extends ProductError {
  readonly code = 'payments_unavailable';

  constructor(options?: ErrorOptions) {
    super('Payments aren’t available right now.', 'uncharged', 'Please try again later.', options);
  }
}

export class ProviderFailed extends ProductError {
  readonly code = 'provider_failed';

  constructor(service: Service, options?: ErrorOptions) {
    super(`${services[service].name} failed.`, services[service].cost, 'Please try again.', options);
  }
}

/** A provider's quota is used up. */
export class ProviderBusy extends ProductError {
  readonly code = 'rate_limited';

  constructor(service: Service, options?: ErrorOptions) {
    const { name, cost } = services[service];
    super(`${name} is busy right now.`, cost, 'Please try again in a few seconds.', options);
    this.headers = buildRetryAfter(Date.now() + busyMs);
  }
}

const busyMs = 5_000;

export class ProviderTimeout extends ProductError {
  readonly code = 'provider_timeout';

  constructor(service: Service, options?: ErrorOptions) {
    super(`${services[service].name} took too long.`, services[service].cost, 'Please try again.', options);
  }
}

export class RequestTimeout extends ProductError {
  readonly code = 'provider_timeout';

  constructor(id: EndpointId, options?: ErrorOptions) {
    const cost = countedEndpoints.has(id) ? 'perhaps' : getCost(id);
    super('The request took too long.', cost, 'Please try again.', options);
  }
}

export class InternalFault extends ProductError {
  readonly code = 'internal';

  constructor(id: EndpointId, options?: ErrorOptions) {
    super('Something went wrong on our side.', getCost(id), 'Please try again.', options);
  }
}

export type Service = keyof typeof services;

const services = {
  translation: { name: 'The translation', cost: 'uncounted' },
  recognition: { name: 'Speech recognition', cost: 'uncounted' },
  speech: { name: 'Speech output', cost: 'uncounted' },
  login: { name: 'Signing in', cost: 'free' },
  deletion: { name: 'Deleting the account', cost: 'free' },
  payment: { name: 'The payment service', cost: 'once' },
} as const satisfies Record<string, { name: string; cost: Cost }>;

import type { ErrorBody, ErrorCode } from '../shared/api/error-codes.ts';
import { errorStatus } from '../shared/api/error-codes.ts';
import type { EndpointId } from '../shared/api/index.ts';

/** Whatever a handler refuses or fails to do. Everything else that is thrown is a bug and answers 500. */
export abstract class ProductError extends Error {
  abstract readonly code: ErrorCode;
  /** What was wrong with which field of the input. */
  readonly issues?: ErrorBody['issues'];
  /** Of the answer. */
  readonly headers: Readonly<Record<string, string>> = {};
  private readonly happened: string;
  private readonly todo: string;
  private ownCost: Cost;

  /**
   * Three things for people, which never quote what was said or typed.
   *
   * @param happened and `todo` are sentences
   * @param cost what they need not worry about
   */
  constructor(happened: string, cost: Cost, todo: string, options?: ErrorOptions) {
    super(sentenceOf(happened, cost, todo), options);
    this.name = this.constructor.name;
    this.happened = happened;
    this.todo = todo;
    this.ownCost = cost;
  }

  get cost(): Cost {
    return this.ownCost;
  }

  /** The same error where it has cost something else than usual: its sentence and what is counted must agree. */
  costing(cost: Cost): this {
    this.ownCost = cost;
    this.message = sentenceOf(this.happened, cost, this.todo);
    return this;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

function sentenceOf(happened: string, cost: Cost, todo: string): string {
  return [happened, comfort[cost], todo].filter((sentence) => sentence !== '').join(' ');
}

/**
 * What something that went wrong has cost:
 *
 * - `free`: it never costs anything.
 * - `uncounted`: it would have counted: a translation, seconds of speech, characters.
 * - `counted`: a provider was paid for it, so it stays counted.
 * - `perhaps`: there was no time, or no database, to find out whether it is counted.
 * - `lapsing`: a grant may be left over; it lapses within a minute.
 * - `uncharged`: it would have cost money.
 * - `never`: nothing will cost money.
 * - `once`: what has been done at Stripe by now is not known here, and trying again does not do it twice.
 */
export type Cost = keyof typeof comfort;

export const comfort = {
  free: '',
  uncounted: 'This was not counted.',
  counted: 'This counts toward your limit.',
  perhaps: 'This may count toward your limit.',
  lapsing: 'If it was counted, you get it back within a minute.',
  uncharged: 'Nothing was charged.',
  never: 'Nothing will be charged.',
  once: 'Nothing is charged twice.',
} as const;

/** What it has cost where an endpoint broke off. */
export function costOf(id: EndpointId): Cost {
  if (id.startsWith('billing.')) return 'once';
  return counted.has(id) ? 'uncounted' : 'free';
}

const counted: ReadonlySet<EndpointId> = new Set([
  'translation.translate',
  'speech.transcribe',
  'speech.synthesize',
]);

export class InvalidRequest extends ProductError {
  readonly code = 'invalid_request';
  override readonly issues: NonNullable<ErrorBody['issues']>;

  /** @param issues each says what to do, too */
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

/**
 * The cookies of a session that can be neither believed nor renewed, which are cleared with the answer; or an
 * account that went while it was asked for something, whose cookies the next request clears.
 */
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
  override readonly headers: Readonly<Record<string, string>>;

  /** @param again when the next translation may be asked for, in milliseconds since 1970 */
  constructor(again: number) {
    super(
      'You’ve used today’s free translations.',
      'uncounted',
      'Upgrade to Premium, or come back tomorrow.',
    );
    this.headers = retryAfter(again);
  }
}

/** A ceiling on what we pay for. The sentence says which, and when to come back. */
export class RateLimited extends ProductError {
  readonly code = 'rate_limited';
  override readonly headers: Readonly<Record<string, string>>;

  /** @param again when it may be tried again, in milliseconds since 1970, where that is known */
  constructor(happened: string, cost: Cost, todo: string, again?: number) {
    super(happened, cost, todo);
    this.headers = again === undefined ? {} : retryAfter(again);
  }
}

function retryAfter(again: number): Record<string, string> {
  return { 'retry-after': String(Math.max(1, Math.ceil((again - Date.now()) / 1_000))) };
}

/** What is asked for does not go with how things stand. The sentence says how they do. */
export class Conflict extends ProductError {
  readonly code = 'conflict';
}

/** An id of a request came again with another request. */
export class IdempotencyKeyReused extends ProductError {
  readonly code = 'idempotency_key_reused';

  constructor() {
    super('This request’s id belongs to another text.', 'uncharged', 'Please try again.');
  }
}

export class CrossSite extends ProductError {
  readonly code = 'cross_site';

  constructor() {
    super(
      'This request did not come from Parley’s own pages.',
      'free',
      'Open Parley itself and try again there.',
    );
  }
}

export class Forbidden extends ProductError {
  readonly code = 'forbidden';

  constructor() {
    super('This address is not for direct use.', 'free', 'Please go through Parley’s own pages.');
  }
}

/** The dashboards are closed to everybody else: `analytics/audience.ts`. */
export class OperatorsOnly extends ProductError {
  readonly code = 'forbidden';

  constructor() {
    super(
      'The dashboards are for this deployment’s operators.',
      'free',
      'Ask one of them to make you an operator, too.',
    );
  }
}

export class NotFound extends ProductError {
  readonly code = 'not_found';

  constructor(
    happened = 'There is nothing at this address.',
    todo = 'Go to Parley’s first page and begin there.',
  ) {
    super(happened, 'free', todo);
  }
}

export class MethodNotAllowed extends ProductError {
  readonly code = 'method_not_allowed';
  override readonly headers: Readonly<Record<string, string>>;

  /** @param methods those that the address takes */
  constructor(methods: readonly string[]) {
    super('This address does not take this method.', 'free', `Use ${methods.join(' or ')}.`);
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
    super(
      `Translating from ${source} to ${target} is not available here.`,
      'uncounted',
      'Pick another pair.',
      options,
    );
  }
}

export class UnsupportedLanguage extends ProductError {
  readonly code = 'unsupported_language';

  constructor(language: string, service: 'recogniser' | 'voice', options?: ErrorOptions) {
    const isVoice = service === 'voice';
    super(
      isVoice
        ? `There is no voice for ${language} here.`
        : `Speech in ${language} cannot be recognised here.`,
      'uncounted',
      isVoice ? 'Read the text instead.' : 'Type the text instead.',
      options,
    );
  }
}

/** The translator was to find out the language of a text, and is not sure of it. */
export class LanguageUnclear extends ProductError {
  readonly code = 'language_unclear';

  constructor(options?: ErrorOptions) {
    super(
      'The language of this text is not clear.',
      'uncounted',
      'Write a little more, or pick the language.',
      options,
    );
  }
}

/** There are no keys of Stripe's, or Stripe does not take them. */
export class PaymentsUnavailable extends ProductError {
  readonly code = 'payments_unavailable';

  constructor(options?: ErrorOptions) {
    super('Payments are not set up here yet.', 'uncharged', 'Please try again later.', options);
  }
}

/** A provider answered with a fault; trying again may help. */
export class ProviderFailed extends ProductError {
  readonly code = 'provider_failed';

  constructor(service: Service, options?: ErrorOptions) {
    super(`${services[service].name} failed.`, services[service].cost, 'Please try again.', options);
  }
}

/** A provider did not answer in time; trying again may help. */
export class ProviderTimeout extends ProductError {
  readonly code = 'provider_timeout';

  constructor(service: Service, options?: ErrorOptions) {
    super(`${services[service].name} took too long.`, services[service].cost, 'Please try again.', options);
  }
}

/** There was no time left for the rest of a request. */
export class RequestTimeout extends ProductError {
  readonly code = 'provider_timeout';

  constructor(id: EndpointId, options?: ErrorOptions) {
    const cost = counted.has(id) ? 'perhaps' : costOf(id);
    super('The request took too long.', cost, 'Please try again.', options);
  }
}

/** What is told of a fault of ours. */
export class InternalFault extends ProductError {
  readonly code = 'internal';

  constructor(id: EndpointId, options?: ErrorOptions) {
    super('Something went wrong on our side.', costOf(id), 'Please try again.', options);
  }
}

type Service = keyof typeof services;

const services = {
  translation: { name: 'The translation', cost: 'uncounted' },
  recognition: { name: 'Speech recognition', cost: 'uncounted' },
  speech: { name: 'Speech output', cost: 'uncounted' },
  login: { name: 'Signing in', cost: 'free' },
  deletion: { name: 'Deleting the account', cost: 'free' },
  payment: { name: 'The payment service', cost: 'once' },
} as const satisfies Record<string, { name: string; cost: Cost }>;

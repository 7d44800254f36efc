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

export class CrossSite extends ProductError {
  readonly code = 'cross_site';

  constructor() {
    super('This request did not come from Parley’s own pages.');
  }
}

export class Forbidden extends ProductError {
  readonly code = 'forbidden';

  constructor() {
    super('This address is not for direct use. Please go through Parley’s own pages.');
  }
}

export class NotFound extends ProductError {
  readonly code = 'not_found';

  constructor() {
    super('There is nothing at this address.');
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

/** A provider answered with a fault. Nothing was charged; trying again may help. */
export class ProviderFailed extends ProductError {
  readonly code = 'provider_failed';

  constructor(service: Service, options?: ErrorOptions) {
    super(`${serviceName[service]} failed. Nothing was charged. Please try again.`, options);
  }
}

/** A provider did not answer in time. Nothing was charged; trying again may help. */
export class ProviderTimeout extends ProductError {
  readonly code = 'provider_timeout';

  constructor(service: Service, options?: ErrorOptions) {
    super(`${serviceName[service]} took too long. Nothing was charged. Please try again.`, options);
  }
}

type Service = 'translation' | 'recognition' | 'speech' | 'request';

const serviceName: Record<Service, string> = {
  translation: 'The translation',
  recognition: 'Speech recognition',
  speech: 'Speech output',
  request: 'The request',
};

import type { StripeObject } from './account/objects.ts';

export class StripeError extends Error {
  override readonly name = 'StripeError';
  readonly status: number;
  readonly body: {
    readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
    readonly message: string;
    readonly code?: string | undefined;
    readonly decline_code?: string | undefined;
    readonly param?: string | undefined;
    readonly setup_intent?: StripeObject;
  };

  constructor(status: number, body: StripeError['body']) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export function notModelled(what: string, param?: string): StripeError {
  return invalid(`Stripe’s stand-in does not model ${what}.`, param);
}

export function invalid(message: string, param?: string, code?: string): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, param, code });
}

/** @param param the parameter with the id; without it, the id is in the path */
export function noSuch(kind: string, id: string, param?: string): StripeError {
  return new StripeError(param === undefined ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: param ?? 'id',
  });
}

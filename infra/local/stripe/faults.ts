import type { StripeObject } from './account/objects.ts';

export class StripeFault extends Error {
  override readonly name = 'StripeFault';
  readonly status: number;
  readonly body: {
    readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
    readonly message: string;
    readonly code?: string;
    readonly decline_code?: string;
    readonly param?: string;
    readonly setup_intent?: StripeObject;
  };

  constructor(status: number, body: StripeFault['body']) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** Fails loudly: the stand-in does not model this. */
export function notModelled(what: string, param?: string): StripeFault {
  return invalid(`Stripe’s stand-in does not model ${what}.`, param);
}

export function invalid(message: string, param?: string, code?: string): StripeFault {
  return new StripeFault(400, {
    type: 'invalid_request_error',
    message,
    ...(param !== undefined && { param }),
    ...(code !== undefined && { code }),
  });
}

/** @param param the parameter with the id; without it, the id is in the path */
export function noSuch(kind: string, id: string, param?: string): StripeFault {
  return new StripeFault(param === undefined ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: param ?? 'id',
  });
}

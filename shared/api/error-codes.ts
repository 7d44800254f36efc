import type { Cost, Reason, RefusalValues } from '../text/refusals.ts';

export const errorStatus = {
  invalid_request: 400,
  unauthenticated: 401,
  session_expired: 401,
  account_deleted: 401,
  cross_site: 403,
  forbidden: 403,
  premium_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  idempotency_key_reused: 409,
  too_far_ahead: 409,
  too_large: 413,
  unsupported_media_type: 415,
  unsupported_language_pair: 422,
  unsupported_language: 422,
  language_unclear: 422,
  code_refused: 422,
  guest_limit_reached: 429,
  daily_limit_reached: 429,
  rate_limited: 429,
  too_many_streams: 429,
  internal: 500,
  provider_failed: 502,
  payments_unavailable: 503,
  provider_timeout: 504,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export interface ErrorBody {
  readonly error: string;
  readonly code: ErrorCode;
  readonly requestId: string;
  /** For pages in other languages: why, with the values of the text, and what it cost. */
  readonly reason: Reason;
  readonly values: RefusalValues;
  readonly cost: Cost;
  /** When a limit ends, in milliseconds since 1970: the page says it in the visitor's own time. */
  readonly retryAt?: number;
  /** With `invalid_request`. Never quotes the input. */
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
}

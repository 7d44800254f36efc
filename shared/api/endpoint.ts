/** One row of the endpoint table: what the API promises at one method and path. */
export interface EndpointRow {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'ANY';
  /** API Gateway's spelling: `/api/translations/{id}`; `$default` answers whatever no other row does. */
  readonly path: string;
  readonly access: Access;
  /** How the request carries its input. Without it, input is the path and query parameters alone. */
  readonly body?: 'json' | 'multipart' | 'raw';
  /** What the answer is. Without it, JSON; `redirect` sends the browser to the output's `location`. */
  readonly produces?: 'audio/mpeg' | 'text/html' | 'redirect';
  /** How long browsers and the edge may keep the answer, in seconds. Without it, not at all. */
  readonly cacheSeconds?: number;
  /** The query parameters that the edge tells cached answers apart by. Any other is ignored. */
  readonly cacheKeys?: readonly string[];
  /** The header `Idempotency-Key` is read into the input as `idempotencyKey`. */
  readonly idempotent?: true;
  /** A first-time guest gets the guest's cookie here. On unsafe methods that is so without saying. */
  readonly mintsGuest?: true;
}

/**
 * Who may call.
 * - `public` never looks for a caller.
 * - `guest` is a signed-in user, else the guest of the cookie.
 * - `user` must be signed in.
 * - `premium` is a user whose status opens it; a guest's never does.
 * - `stripe` is a signature on the raw body.
 */
export type Access = 'public' | 'guest' | 'user' | 'premium' | 'stripe';

/** Checks an area's rows while keeping their literal types. */
export function rows<const Rows extends Record<string, EndpointRow>>(area: Rows): Rows {
  return area;
}

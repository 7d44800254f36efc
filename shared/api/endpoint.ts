export interface EndpointRow {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'ANY';
  /** In API Gateway's syntax, such as `/api/translations/{id}`; `$default` answers the rest. */
  readonly path: string;
  readonly access: Access;
  /** Without it, input is the path and query parameters. */
  readonly body?: 'json' | 'multipart' | 'raw';
  /** Without it, JSON; `redirect` goes to the output's `location`. */
  readonly produces?: 'audio/mpeg' | 'text/html' | 'redirect';
  /** For browsers and the edge, which ignores the query; without it, nothing is cached. */
  readonly cacheSeconds?: number;
  /** Reads the header `Idempotency-Key` into `idempotencyKey`. */
  readonly idempotent?: true;
  /** Sets a new guest's cookie. The default for unsafe methods. */
  readonly setsGuestCookie?: true;
}

/**
 * - `public`: anyone, without looking for a session
 * - `guest`: a signed-in user, otherwise the guest named by the cookie
 * - `user`: must be signed in
 * - `premium`: a user with Premium
 * - `stripe`: signed raw body
 */
export type Access = 'public' | 'guest' | 'user' | 'premium' | 'stripe';

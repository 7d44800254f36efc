/** The one client: the site. */
export interface Client {
  readonly clientId: string;
  /** Of the login, without a trailing slash. */
  readonly origin: string;
  /** An origin and the pool's id, as Cognito's. */
  readonly issuer: string;
  readonly callbackUrl: string;
  readonly signOutUrl: string;
}

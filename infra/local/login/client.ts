export interface Client {
  readonly clientId: string;
  readonly origin: string;
  /** An origin and the pool's id, as Cognito's. */
  readonly issuer: string;
  readonly callbackUrl: string;
  readonly signOutUrl: string;
}

/** Never asks for a password, or sends a code, on behalf of another site. */
export function isForSite(parameters: URLSearchParams, { clientId, callbackUrl }: Client): boolean {
  return parameters.get('client_id') === clientId && parameters.get('redirect_uri') === callbackUrl;
}

export interface Client {
  readonly clientId: string;
  readonly origin: string;
  /** An origin and the pool's id, as Cognito's. */
  readonly issuer: string;
  readonly callbackUrl: string;
  readonly signOutUrl: string;
}

/** All other requests are refused, so that no other site can ask for passwords through this login. */
export function isForSite(parameters: URLSearchParams, { clientId, callbackUrl }: Client): boolean {
  return parameters.get('client_id') === clientId && parameters.get('redirect_uri') === callbackUrl;
}

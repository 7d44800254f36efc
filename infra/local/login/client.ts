/** The site, as the pool's two app clients. */
export interface Client {
  readonly clientId: string;
  /** Gives the tokens that may change an account, for its secret. */
  readonly confirmation: { readonly clientId: string; readonly secret: string };
  readonly origin: string;
  /** An origin and the pool's id, as Cognito's. */
  readonly issuer: string;
  readonly callbackUrl: string;
  readonly signOutUrl: string;
}

/** All other requests are refused, so that no other site can ask for passwords through this login. */
export function isForSite(
  parameters: URLSearchParams,
  { clientId, confirmation, callbackUrl }: Client,
): boolean {
  const isOwn = [clientId, confirmation.clientId].includes(parameters.get('client_id') ?? '');
  return isOwn && parameters.get('redirect_uri') === callbackUrl;
}

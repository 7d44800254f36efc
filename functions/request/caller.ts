import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { EndpointRow } from '../../shared/api/endpoint.ts';
import type { EndpointId, endpoints } from '../../shared/api/index.ts';
import { findSession } from '../auth/session.ts';
import { PremiumRequired, Unauthenticated } from '../errors.ts';
import { getSubscription } from '../tables/subscription.ts';
import type { ProfileItem } from '../tables/users.ts';
import type { Cookies } from './cookies.ts';
import { findGuest } from './guest.ts';
import { isOwnNavigation } from './origin.ts';

/** Who called, as far as the row's access asks. */
export type Caller = Anybody | Guest | User;

/** What the body of a row's endpoint is given. */
export type CallerOf<Id extends EndpointId> = {
  public: Anybody;
  guest: Guest | User;
  user: User;
  premium: User;
  stripe: Anybody;
}[(typeof endpoints)[Id]['access']];

interface Request {
  readonly requestId: string;
  /** The viewer's address, as the edge saw it. */
  readonly address: string;
  /** Aborts shortly before the function's time is up. */
  readonly signal: AbortSignal;
  readonly cookies: Cookies;
}

/** Nobody was looked for. */
export interface Anybody extends Request {
  readonly kind: 'public';
  /** The navigation began on our own pages or in the address bar. */
  readonly isOwnNavigation: boolean;
}

export interface Guest extends Request {
  readonly kind: 'guest';
  /** Of the signed cookie, never of anything else that was sent. */
  readonly guestId: string;
}

export interface User extends Request {
  readonly kind: 'free' | 'premium';
  /** `sub` of the verified token, never of anything else that was sent. */
  readonly userId: string;
  readonly groups: readonly string[];
  readonly profile: ProfileItem;
}

/**
 * @throws Unauthenticated when nobody is signed in and the row wants somebody, SessionExpired when the
 * session's cookies are worth nothing (they are cleared), PremiumRequired also where nobody is signed in
 */
export async function findCaller(
  row: EndpointRow,
  event: APIGatewayProxyEventV2,
  cookies: Cookies,
  signal: AbortSignal,
): Promise<Caller> {
  const request = {
    requestId: event.requestContext.requestId,
    address: viewerAddress(event),
    signal,
    cookies,
  };
  if (row.access === 'public' || row.access === 'stripe') {
    return { kind: 'public', isOwnNavigation: isOwnNavigation(event), ...request };
  }
  const user = await findUser(request);
  if (row.access === 'premium' && user?.kind !== 'premium') throw new PremiumRequired();
  if (user) return user;
  if (row.access !== 'guest') throw new Unauthenticated();
  return { kind: 'guest', guestId: findGuest(cookies, { mints: mints(row) }), ...request };
}

async function findUser(request: Request): Promise<User | undefined> {
  const session = await findSession(request.cookies, request.requestId);
  if (!session) return undefined;
  const { userId, groups, profile } = session;
  const { isPremium } = getSubscription(profile);
  return { kind: isPremium ? 'premium' : 'free', userId, groups, profile, ...request };
}

function mints(row: EndpointRow): boolean {
  return row.mintsGuest ?? row.method !== 'GET';
}

/**
 * The edge overwrites `x-viewer-address` with the address it saw; whatever a client sends under that name
 * never arrives. No other header is believed.
 */
function viewerAddress(event: APIGatewayProxyEventV2): string {
  return event.headers['x-viewer-address'] ?? event.requestContext.http.sourceIp;
}

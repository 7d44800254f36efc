import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { EndpointRow } from '../../shared/api/endpoint.ts';
import type { EndpointId, endpoints } from '../../shared/api/index.ts';
import { chooseLanguage, type InterfaceLanguageCode } from '../../shared/interface-languages.ts';
import { findSession } from '../auth/session.ts';
import { PremiumRequired, Unauthenticated } from '../errors.ts';
import { getSubscription } from '../tables/subscription.ts';
import type { ProfileItem } from '../tables/users.ts';
import type { Cookies } from './cookies.ts';
import { ensureGuestId } from './guest.ts';
import { isOwnNavigation } from './origin.ts';

export type Caller = PublicCaller | Guest | User;

export type CallerOf<Id extends EndpointId> = {
  public: PublicCaller;
  guest: Guest | User;
  user: User;
  premium: User;
  stripe: PublicCaller;
}[(typeof endpoints)[Id]['access']];

interface Request {
  readonly requestId: string;
  readonly address: string;
  readonly signal: AbortSignal;
  readonly cookies: Cookies;
}

export interface PublicCaller extends Request {
  readonly kind: 'public';
  readonly userAgent: string;
  /** The navigation began on our pages or in the address bar. */
  readonly isOwnNavigation: boolean;
  /** Of the page. */
  readonly language: InterfaceLanguageCode;
}

export interface Guest extends Request {
  readonly kind: 'guest';
  readonly guestId: string;
}

export interface User extends Request {
  readonly kind: 'free' | 'premium';
  readonly userId: string;
  readonly sessionId: string;
  readonly groups: readonly string[];
  readonly profile: ProfileItem;
}

export async function findCaller(
  row: EndpointRow,
  event: APIGatewayProxyEventV2,
  cookies: Cookies,
  signal: AbortSignal,
): Promise<Caller> {
  const request = {
    requestId: event.requestContext.requestId,
    address: getViewerAddress(event),
    signal,
    cookies,
  };
  if (row.access === 'public' || row.access === 'stripe') {
    return {
      kind: 'public',
      userAgent: event.headers['user-agent'] ?? '',
      isOwnNavigation: isOwnNavigation(event),
      language: chooseLanguage(cookies.get('language'), event.headers['accept-language']),
      ...request,
    };
  }
  const user = await findUser(request);
  if (row.access === 'premium' && user?.kind !== 'premium') throw new PremiumRequired();
  if (user) return user;
  if (row.access !== 'guest') throw new Unauthenticated();
  const setsCookie = row.setsGuestCookie ?? row.method !== 'GET';
  const guestId = ensureGuestId(cookies, { setsCookie });
  return { kind: 'guest', guestId, ...request };
}

async function findUser(request: Request): Promise<User | undefined> {
  const session = await findSession(request.cookies, request.requestId);
  if (!session) return undefined;
  const { profile } = session;
  const { isPremium } = getSubscription(profile);
  return { kind: isPremium ? 'premium' : 'free', ...session, ...request };
}

/** The edge overwrites `x-viewer-address`, so clients cannot forge it. No other header is trusted. */
function getViewerAddress(event: APIGatewayProxyEventV2): string {
  return event.headers['x-viewer-address'] ?? event.requestContext.http.sourceIp;
}

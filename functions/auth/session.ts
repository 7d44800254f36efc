import { SessionExpired } from '../errors.ts';
import type { Cookies } from '../request/cookies.ts';
import { isExpired, readProfile } from '../tables/profiles.ts';
import type { ProfileItem } from '../tables/users.ts';
import { logSessionRefused } from '../telemetry/events.ts';
import { clearSessionCookies, setSessionCookies } from './session-cookies.ts';
import { TokenRefused } from './token-refused.ts';

export interface Session {
  readonly userId: string;
  readonly groups: readonly string[];
  readonly profile: ProfileItem;
}

/** Renews the session if necessary. @throws SessionExpired, and clears the cookies, if it is invalid */
export async function findSession(cookies: Cookies, requestId: string): Promise<Session | undefined> {
  const accessToken = cookies.get('access');
  const refreshToken = cookies.get('refresh');
  if (accessToken === undefined && refreshToken === undefined) return undefined;
  try {
    const { userId, sessionId, groups } = await getCurrentClaims(cookies, accessToken, refreshToken);
    return { userId, groups, profile: await requireProfile(userId, sessionId) };
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    logSessionRefused({ requestId, why: error.why });
    clearSessionCookies(cookies);
    throw new SessionExpired({ cause: error });
  }
}

async function getCurrentClaims(cookies: Cookies, accessToken = '', refreshToken: string | undefined) {
  // Loaded late: guests have no token.
  const { verifyAccessToken } = await import('./tokens.ts');
  const claims = await verifyAccessToken(accessToken);
  if (claims.expiresAt > Date.now()) return claims;
  if (!refreshToken) throw new TokenRefused('expired');

  // Loaded late: it is heavy, and most requests need no renewal.
  const { renew } = await import('./renewal.ts');
  const renewed = await renew(accessToken, refreshToken);
  const isSameSession =
    renewed.claims.userId === claims.userId && renewed.claims.sessionId === claims.sessionId;
  if (!isSameSession) throw new TokenRefused('mixed');
  setSessionCookies(cookies, renewed);
  return renewed.claims;
}

async function requireProfile(userId: string, sessionId: string): Promise<ProfileItem> {
  const profile = await readProfile(userId);
  if (!profile || isExpired(profile)) throw new TokenRefused('no profile');
  if (Object.hasOwn(profile.revokedSessions ?? {}, sessionId)) throw new TokenRefused('revoked');
  return profile;
}

import { AccountDeleted, SessionExpired } from '../errors.ts';
import type { Cookies } from '../request/cookies.ts';
import { isExpired, readProfile } from '../tables/profiles.ts';
import type { ProfileItem } from '../tables/users.ts';
import { logSessionRefused } from '../telemetry/events.ts';
import { clearSessionCookies, setSessionCookies } from './session-cookies.ts';
import { TokenRefused } from './token-refused.ts';
import type { AccessClaims } from './tokens.ts';

export interface Session {
  readonly userId: string;
  readonly sessionId: string;
  readonly groups: readonly string[];
  readonly profile: ProfileItem;
}

/** Renews the session if necessary. @throws SessionExpired, AccountDeleted, and clears the cookies, if it is invalid */
export async function findSession(cookies: Cookies, requestId: string): Promise<Session | undefined> {
  const accessToken = cookies.get('access');
  const refreshToken = cookies.get('refresh');
  if (accessToken === undefined && refreshToken === undefined) return undefined;
  try {
    // Loaded late: guests have no token.
    const { verifyAccessToken } = await import('./tokens.ts');
    const claims = await verifyAccessToken(accessToken ?? '');
    // Before renewal, which cannot tell a deleted account from an ended session.
    const profile = await requireProfile(claims);
    const isOver = claims.expiresAt <= Date.now();
    const { userId, sessionId, groups } = isOver
      ? await renewSession(cookies, claims, accessToken ?? '', refreshToken)
      : claims;
    return { userId, sessionId, groups, profile };
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    logSessionRefused({ requestId, why: error.why });
    clearSessionCookies(cookies);
    const Ended = error.why === noProfile ? AccountDeleted : SessionExpired;
    throw new Ended({ cause: error });
  }
}

async function requireProfile({ userId, sessionId, issuedAt }: AccessClaims): Promise<ProfileItem> {
  const profile = await readProfile(userId);
  if (!profile || isExpired(profile)) throw new TokenRefused(noProfile);
  if (Object.hasOwn(profile.revokedSessions ?? {}, sessionId)) throw new TokenRefused('revoked');
  if (profile.sessionsEndedAt && issuedAt <= Date.parse(profile.sessionsEndedAt))
    throw new TokenRefused('revoked');
  return profile;
}

const noProfile = 'no profile';

async function renewSession(
  cookies: Cookies,
  { userId, sessionId }: AccessClaims,
  accessToken: string,
  refreshToken: string | undefined,
): Promise<AccessClaims> {
  if (!refreshToken) throw new TokenRefused('expired');
  // Loaded late: it is heavy, and most requests need no renewal.
  const { renew } = await import('./renewal.ts');
  const renewed = await renew(accessToken, refreshToken);
  const isSameSession = renewed.claims.userId === userId && renewed.claims.sessionId === sessionId;
  if (!isSameSession) throw new TokenRefused('mixed');
  setSessionCookies(cookies, renewed);
  return renewed.claims;
}

import { SessionExpired } from '../errors.ts';
import type { Cookies } from '../request/cookies.ts';
import { readProfile } from '../tables/profiles.ts';
import type { ProfileItem } from '../tables/users.ts';
import { sessionRefused } from '../telemetry/events.ts';
import { clearSessionCookies, setSessionCookies } from './session-cookies.ts';
import { TokenRefused } from './token-refused.ts';
import type { AccessClaims } from './tokens.ts';

/** Who is signed in. */
export interface Session {
  readonly userId: string;
  readonly groups: readonly string[];
  readonly profile: ProfileItem;
}

/**
 * The session of the cookies: verified, renewed where it had only expired, not revoked, of a user who is still
 * there. Undefined without such cookies.
 *
 * @throws SessionExpired when the cookies are worth nothing; they are cleared
 * @throws ProviderFailed, ProviderTimeout when the login cannot be asked; the cookies stay
 */
export async function findSession(cookies: Cookies, requestId: string): Promise<Session | undefined> {
  const accessToken = cookies.get('access');
  const refreshToken = cookies.get('refresh');
  if (accessToken === undefined && refreshToken === undefined) return undefined;
  try {
    const { userId, sessionId, groups } = await currentClaims(cookies, accessToken, refreshToken);
    return { userId, groups, profile: await requireProfile(userId, sessionId) };
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    sessionRefused({ requestId, why: error.why });
    clearSessionCookies(cookies);
    throw new SessionExpired({ cause: error });
  }
}

async function currentClaims(
  cookies: Cookies,
  accessToken = '',
  refreshToken: string | undefined,
): Promise<AccessClaims> {
  // Guests have no token to verify.
  const { verifyAccessToken } = await import('./tokens.ts');
  const claims = await verifyAccessToken(accessToken);
  if (claims.expiresAt > Date.now()) return claims;
  if (!refreshToken) throw new TokenRefused('expired');

  // Most requests never need it, and it is the heaviest part.
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
  const isThere = profile && (profile.expiresAt ?? Number.POSITIVE_INFINITY) * 1_000 > Date.now();
  if (!isThere) throw new TokenRefused('no profile');
  if (Object.hasOwn(profile.revokedSessions ?? {}, sessionId)) throw new TokenRefused('revoked');
  return profile;
}

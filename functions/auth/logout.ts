import { logout } from '../../shared/api/auth.schema.ts';
import { endpoint } from '../endpoint.ts';
import { requireVariable } from '../environment.ts';
import type { PublicCaller } from '../request/caller.ts';
import { deleteSessions } from '../tables/sessions.ts';
import { logSignedOut, logSignOutFailed } from '../telemetry/events.ts';
import { buildSignOutUrl, revokeRefreshToken } from './hosted-login.ts';
import { blockSessions } from './profile-changes.ts';
import { clearSessionCookies } from './session-cookies.ts';
import { TokenRefused } from './token-refused.ts';
import { type AccessClaims, verifyAccessToken } from './tokens.ts';

/** Ignores links on other sites. */
export const handler = endpoint('auth.logout', logout, async (_input, caller) => {
  if (!caller.isOwnNavigation) return { location: `${requireVariable('SITE_ORIGIN')}/` };
  const [accessToken, refreshToken] = [caller.cookies.get('access'), caller.cookies.get('refresh')];
  // First, so that the cookies are cleared even if the rest times out.
  clearSessionCookies(caller.cookies);
  if (accessToken || refreshToken) await endSession(caller, accessToken, refreshToken);
  return { location: buildSignOutUrl() };
});

/** Our own table first: it invalidates the cookies even if the hosted login fails. */
async function endSession(
  caller: PublicCaller,
  accessToken: string | undefined,
  refreshToken: string | undefined,
): Promise<void> {
  const claims = accessToken ? await findClaims(caller, accessToken) : undefined;
  const isBlocked = claims ? await tryToBlock(caller, claims, { isTokenRevoked: false }) : false;
  const isTokenRevoked = refreshToken
    ? await tryStep(caller, 'revoke', () => revokeRefreshToken(refreshToken))
    : false;
  if (claims) await tryStep(caller, 'forget', () => deleteSessions(claims.userId, [claims.sessionId]));
  // Once the login has confirmed, the entry can expire sooner.
  if (claims && isBlocked && isTokenRevoked) await tryToBlock(caller, claims, { isTokenRevoked: true });
  logSignedOut({ requestId: caller.requestId, isBlocked, isTokenRevoked });
}

/** An expired token still names its session. */
async function findClaims({ requestId }: PublicCaller, accessToken: string) {
  try {
    return await verifyAccessToken(accessToken);
  } catch (error) {
    if (!(error instanceof TokenRefused)) logSignOutFailed({ requestId, step: 'find', error });
    return undefined;
  }
}

function tryToBlock(
  caller: PublicCaller,
  { userId, sessionId }: AccessClaims,
  login: { isTokenRevoked: boolean },
): Promise<boolean> {
  return tryStep(caller, 'block', () => blockSessions(userId, [sessionId], login));
}

async function tryStep(
  { requestId }: PublicCaller,
  step: 'block' | 'forget' | 'revoke',
  act: () => Promise<void>,
) {
  try {
    await act();
    return true;
  } catch (error) {
    logSignOutFailed({ requestId, step, error });
    return false;
  }
}

import { callback } from '../../shared/api/auth.schema.ts';
import { endpoint } from '../endpoint.ts';
import type { Anybody } from '../request/caller.ts';
import { readGuest } from '../request/guest.ts';
import { movePreferences } from '../settings/preferences.ts';
import { settingsNotMoved, signedIn, signInFailed } from '../telemetry/events.ts';
import { takeAttempt } from './attempts.ts';
import { exchangeCode, type Tokens } from './hosted-login.ts';
import { onwardPage } from './onward-page.ts';
import { saveProfile } from './profiles.ts';
import { setSessionCookies } from './session-cookies.ts';
import { TokenRefused } from './token-refused.ts';
import { type IdClaims, verifyAccessToken, verifyIdToken } from './tokens.ts';

/**
 * Comes back from the hosted login. Whatever happens is told by a page that goes on by itself: people meet this
 * address, programs do not.
 */
export const handler = endpoint('auth.callback', callback, async ({ state = '', code, error }, caller) => {
  const attempt = takeAttempt(caller.cookies, state);
  // Reloaded, or the back button after signing in: there is nothing left to do.
  if (!attempt && caller.cookies.get('signed-in')) return onwardPage('/');
  if (!attempt) return failed(caller, 'unknown-attempt');
  if (error !== undefined || !code) return failed(caller, 'cancelled');
  try {
    const tokens = await exchangeCode(code, attempt.verifier);
    if (!tokens) return failed(caller, 'code-refused');
    const person = await verifyTokens(tokens);
    const isNew = await saveProfile(person);
    if (isNew) await moveGuestSettings(caller, person.userId);
    setSessionCookies(caller.cookies, tokens);
    signedIn({ requestId: caller.requestId, isNew });
    return onwardPage(attempt.returnTo);
  } catch (error) {
    return failed(caller, error instanceof TokenRefused ? 'tokens-refused' : 'fault', error);
  }
});

/** Both are the issuer's own; together they must be one person's. */
async function verifyTokens({ accessToken, idToken }: Tokens): Promise<IdClaims> {
  const [access, person] = [await verifyAccessToken(accessToken), await verifyIdToken(idToken)];
  if (access.userId !== person.userId) throw new TokenRefused('sub');
  if (access.expiresAt <= Date.now()) throw new TokenRefused('exp');
  return person;
}

/** Nobody is kept from signing in by it. The guest's cookie stays: signing out gives no new allowance. */
async function moveGuestSettings({ cookies, requestId }: Anybody, userId: string): Promise<void> {
  const guestId = readGuest(cookies);
  if (!guestId) return;
  await movePreferences(guestId, userId).catch((error: unknown) => settingsNotMoved({ requestId, error }));
}

function failed(
  { requestId }: Anybody,
  why: Parameters<typeof signInFailed>[0]['why'],
  error?: unknown,
): string {
  signInFailed({ requestId, why, error });
  return onwardPage('/?signin=failed');
}

import { callback } from '../../shared/api/auth.schema.ts';
import type { RoutePath } from '../../shared/routes.ts';
import { endpoint } from '../endpoint.ts';
import type { PublicCaller } from '../request/caller.ts';
import { findDevice } from '../request/device.ts';
import { readGuest } from '../request/guest.ts';
import { moveSettings } from '../settings/preferences.ts';
import { recordSession } from '../tables/sessions.ts';
import { logSettingsNotMoved, logSignedIn, logSignInFailed } from '../telemetry/events.ts';
import { exchangeCode, type LoginClient, type Tokens } from './hosted-login.ts';
import { saveProfile } from './profile-changes.ts';
import { setSessionCookies } from './session-cookies.ts';
import { type Change, type SignIn, takeSignIn } from './sign-ins.ts';
import { keepStepUp } from './step-up.ts';
import { TokenRefused } from './token-refused.ts';
import { type IdClaims, verifyAccessToken, verifyIdToken } from './tokens.ts';

/** Always answers with a page that redirects, because people open this address. */
export const handler = endpoint('auth.callback', callback, async ({ state = '', code, error }, caller) => {
  const signIn = takeSignIn(caller.cookies, state);
  // Reloaded, or opened by the back button after signing in.
  if (!signIn && caller.cookies.get('signed-in')) return renderRedirect('/');
  if (!signIn) return failSignIn(caller, 'unknown-attempt');
  const fail = (why: Why, fault?: unknown) => failSignIn(caller, why, { signIn, fault });
  if (error !== undefined || !code) return fail('cancelled');
  try {
    const tokens = await redeem(code, signIn);
    if (!tokens) return fail('code-refused');
    const { person, sessionId } = await verifyTokens(tokens, signIn.change ? 'confirmation' : 'site');
    if (signIn.change) {
      stepUp(caller, tokens, person);
      return renderRedirect(buildReturn(signIn.returnTo, 'confirmed', signIn.change));
    }
    const isNew = await saveProfile(person);
    // Before the cookies: people must see each session that they have.
    await recordSession(person.userId, sessionId, findDevice(caller.userAgent));
    if (isNew) await moveGuestSettings(caller, person.userId);
    setSessionCookies(caller.cookies, tokens);
    logSignedIn({ requestId: caller.requestId, isNew });
    return renderRedirect(signIn.returnTo);
  } catch (error) {
    return fail(error instanceof TokenRefused ? 'tokens-refused' : 'fault', error);
  }
});

async function redeem(code: string, { verifier, change }: SignIn): Promise<Tokens | undefined> {
  if (!change) return exchangeCode('site', code, { verifier });
  // Loaded late: few sign-ins are for a change.
  const { readClientSecret } = await import('./client-secret.ts');
  return exchangeCode('confirmation', code, { verifier, secret: await readClientSecret() });
}

/** A session's tokens never come from the client `confirmation`, and a confirmation's never from `site`. */
async function verifyTokens(
  { accessToken, idToken }: Tokens,
  client: LoginClient,
): Promise<{ person: IdClaims; sessionId: string }> {
  const access = await verifyAccessToken(accessToken, client);
  const person = await verifyIdToken(idToken, client);
  if (access.userId !== person.userId) throw new TokenRefused('sub');
  if (access.expiresAt <= Date.now()) throw new TokenRefused('exp');
  return { person, sessionId: access.sessionId };
}

/** The session's own cookies stay: they do not come with this request, which the login's site has sent. */
function stepUp(
  { cookies }: PublicCaller,
  { accessToken }: Tokens,
  { userId, authenticatedAt }: IdClaims,
): void {
  if (!(Date.now() - authenticatedAt < maxStepUpAgeMs)) throw new TokenRefused('auth_time');
  keepStepUp(cookies, userId, accessToken);
}

/** Somebody removed `prompt=login` if the sign-in is older. The clocks may differ. */
const maxStepUpAgeMs = 10 * 60_000;

/** A failure does not stop the sign-in. The guest's cookie stays, so signing out gives no new allowance. */
async function moveGuestSettings({ cookies, requestId }: PublicCaller, userId: string): Promise<void> {
  const guestId = readGuest(cookies);
  if (!guestId) return;
  await moveSettings(guestId, userId).catch((error: unknown) => logSettingsNotMoved({ requestId, error }));
}

function failSignIn(
  { requestId }: PublicCaller,
  why: Why,
  { signIn, fault }: { signIn?: SignIn; fault?: unknown } = {},
): string {
  logSignInFailed({ requestId, why, error: fault });
  const isStepUp = signIn?.change !== undefined;
  return renderRedirect(
    isStepUp ? buildReturn(signIn.returnTo, 'unconfirmed', signIn.change) : '/?signin=failed',
  );
}

function buildReturn(path: RoutePath, outcome: Outcome, change: Change): Address {
  return `${path}?account=${change}-${outcome}`;
}

type Why = Parameters<typeof logSignInFailed>[0]['why'];

type Outcome = 'confirmed' | 'unconfirmed';

type Address = RoutePath | '/?signin=failed' | `${RoutePath}?account=${Change}-${Outcome}`;

/** A 302 from the login would not carry `SameSite=Strict` cookies. No referrer: this address holds the code. */
function renderRedirect(url: Address): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="referrer" content="no-referrer">
    <meta http-equiv="refresh" content="0; url=${url}">
    <title>Parley</title>
  </head>
  <body>
    <p><a href="${url}">Parley</a></p>
  </body>
</html>
`;
}

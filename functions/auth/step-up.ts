import { Conflict } from '../errors.ts';
import type { User } from '../request/caller.ts';
import type { Cookies } from '../request/cookies.ts';
import { seal, unseal } from '../request/signing.ts';
import { say } from '../texts.ts';

/**
 * Keeps an access token that may change the account at the login. It is encrypted for its user, so it works only by our
 * endpoints. Its refresh token is dropped: revoking that would revoke this one too
 * (https://docs.aws.amazon.com/cognito/latest/developerguide/token-revocation.html).
 */
export function keepStepUp(cookies: Cookies, userId: string, accessToken: string): void {
  cookies.set('step-up', seal('step-up', accessToken, userId), {
    maxAgeSeconds: accessTokenSeconds,
    sameSite: 'strict',
  });
}

/** @throws Conflict if the user has not signed in again within the last minutes */
export function requireStepUp({ cookies, userId }: User): string {
  const token = unseal('step-up', cookies.get('step-up') ?? '', userId);
  if (token === undefined) throw new Conflict(say('signInAgain'), 'free');
  return token;
}

/** As the user pool's client gives them. */
const accessTokenSeconds = 900;

import { signOutEverywhere } from '../../shared/api/account.schema.ts';
import { blockAllSessions } from '../auth/profile-changes.ts';
import { clearSessionCookies } from '../auth/session-cookies.ts';
import { revokeAllTokens } from '../auth/user-pool.ts';
import { endpoint } from '../endpoint.ts';
import { logSignedOutEverywhere } from '../telemetry/events.ts';

/** The login first: if it fails, this session goes on and can try again. Then no older token is good here. */
export const handler = endpoint(
  'account.sign-out-everywhere',
  signOutEverywhere,
  async (_input, { userId, requestId, signal, cookies }) => {
    await revokeAllTokens(userId, signal);
    await blockAllSessions(userId);
    clearSessionCookies(cookies);
    logSignedOutEverywhere({ requestId });
    return {};
  },
);

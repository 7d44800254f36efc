import { endSessions } from '../../shared/api/account.schema.ts';
import { blockSessions } from '../auth/profile-changes.ts';
import { endpoint } from '../endpoint.ts';
import type { User } from '../request/caller.ts';
import { deleteSessions, describeSession, listSessions } from '../tables/sessions.ts';
import { logSessionsEnded } from '../telemetry/events.ts';

/** The login keeps their refresh tokens, which only it can revoke: here they are refused until those expire. */
export const handler = endpoint('account.end-sessions', endSessions, async ({ id }, caller) => {
  const open = (await listSessions(caller.profile, caller.signal)).map((item) => describeSession(item).id);
  const ended = open.filter((each) => (id === 'others' ? each !== caller.sessionId : each === id));
  await end(caller, ended);
  return {};
});

/** First refused, then forgotten: an interrupted call can be repeated. */
async function end({ userId, requestId }: User, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await blockSessions(userId, sessionIds, { isTokenRevoked: false });
  await deleteSessions(userId, sessionIds);
  logSessionsEnded({ requestId, sessions: sessionIds.length });
}

import { sessions } from '../../shared/api/account.schema.ts';
import { endpoint } from '../endpoint.ts';
import { describeSession, listSessions } from '../tables/sessions.ts';

export const handler = endpoint(
  'account.sessions',
  sessions,
  async (_input, { profile, sessionId, signal }) => {
    const items = await listSessions(profile, signal);
    return {
      sessions: items.map((item) => {
        const session = describeSession(item);
        return { ...session, isCurrent: session.id === sessionId };
      }),
    };
  },
);

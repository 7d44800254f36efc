import { randomUUID } from 'node:crypto';
import { handler as listSessions } from '../../../functions/account/sessions.ts';
import { handler as readUser } from '../../../functions/auth/user.ts';
import type { startInProcess } from './in-process.ts';
import { call } from './jar.ts';

export interface Begun {
  readonly id: string;
  readonly access: string;
  readonly begunAt: string;
  readonly usedAt: string;
}

/** Sessions that the table lists, and their calls. */
export function sessionsOf({ put, issuer, items }: Awaited<ReturnType<typeof startInProcess>>) {
  const list = ({ access }: Begun) =>
    call(listSessions, { path: '/api/account/sessions', cookies: { access } });
  return {
    begin: async (userId: string, more: Partial<Record<string, string | number>> = {}): Promise<Begun> => {
      const id = randomUUID();
      const begunAt = new Date().toISOString();
      const session = { begunAt, usedAt: begunAt, expiresAt: seconds() + 999, ...more };
      await put('users', { pk: `USER#${userId}`, sk: `SESSION#${id}`, ...session });
      const access = await issuer.mint({ sub: userId, origin_jti: id });
      return { id, access, begunAt, usedAt: String(session.usedAt) };
    },
    list,
    listed: async (session: Begun): Promise<string[]> => {
      const { sessions } = (await list(session)).json() as { sessions: { id: string }[] };
      return sessions.map(({ id }) => id).sort();
    },
    ask: ({ access }: Begun) => call(readUser, { path: '/api/auth/user', cookies: { access } }),
    kept: async (userId: string) =>
      (await items('users', `USER#${userId}`)).filter(({ sk }) => String(sk).startsWith('SESSION#')),
  };
}

function seconds(): number {
  return Math.floor(Date.now() / 1_000);
}

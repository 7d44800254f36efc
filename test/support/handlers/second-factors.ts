import { randomUUID } from 'node:crypto';
import { handler as begin } from '../../../functions/account/begin-second-factor.ts';
import { handler as confirm } from '../../../functions/account/confirm-second-factor.ts';
import { handler as end } from '../../../functions/account/end-second-factor.ts';
import { confirmed } from './emails.ts';
import { call, type Someone } from './in-process.ts';

/** A person's calls, with the token that the login gave them a moment ago. */
export function stepUp(someone: Someone) {
  const token = randomUUID();
  return { token, ...secondFactorOf(confirmed(someone, token)) };
}

export function secondFactorOf(caller: Someone) {
  const path = '/api/account/second-factor';
  return {
    begin: () => call(begin, { method: 'POST', path, body: {} }, caller),
    confirm: (code: string) =>
      call(confirm, { method: 'POST', path: `${path}/confirm`, body: { code } }, caller),
    end: () => call(end, { method: 'DELETE', path }, caller),
  };
}

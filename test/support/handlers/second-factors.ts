import { randomUUID } from 'node:crypto';
import { afterEach } from 'vitest';
import { handler as begin } from '../../../functions/account/begin-second-factor.ts';
import { handler as confirm } from '../../../functions/account/confirm-second-factor.ts';
import { handler as end } from '../../../functions/account/end-second-factor.ts';
import { confirmed } from './emails.ts';
import { call, type Someone, startInProcess } from './in-process.ts';

/** The handlers with a login that mails; replies and mails end with their test. */
export async function startSecondFactors() {
  const started = await startInProcess();
  const { issuer } = started;
  process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER = issuer.url;
  process.env.AWS_ENDPOINT_URL_SESV2 = issuer.url;
  process.env.EMAIL_FROM = 'hello@parley.example';
  afterEach(() => {
    issuer.replies.clear();
    issuer.mails.splice(0);
  });
  return started;
}

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

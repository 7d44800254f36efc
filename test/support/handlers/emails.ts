import { handler as changeHandler } from '../../../functions/account/change-email.ts';
import { handler as confirmHandler } from '../../../functions/account/confirm-email.ts';
import { seal } from '../../../functions/request/signing.ts';
import { call, type Someone } from './in-process.ts';

/** A person's calls. `stepUp` is the token that the login gave them a moment ago. */
export function emailsOf(someone: Someone, stepUp: string) {
  const post = (handler: typeof changeHandler, path: string, body: object) =>
    call(handler, { method: 'POST', path, body }, confirmed(someone, stepUp));
  return {
    change: (email: string) => post(changeHandler, '/api/account/email', { email }),
    confirm: (email: string, code: string) =>
      post(confirmHandler, '/api/account/email/confirm', { email, code }),
  };
}

/** Somebody who has just signed in again. */
export function confirmed({ id, cookies, ...rest }: Someone, stepUp: string): Someone {
  const sealed = `__Host-parley_step_up=${seal('step-up', stepUp, id)}`;
  return { ...rest, id, cookies: [...cookies, sealed] };
}

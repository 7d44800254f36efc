import { handler as changeHandler } from '../../../functions/account/change-email.ts';
import { handler as confirmHandler } from '../../../functions/account/confirm-email.ts';
import { seal } from '../../../functions/request/signing.ts';
import { call, type Someone } from './in-process.ts';

/** A person's calls. `stepUp` is the token that the login gave them a moment ago. */
export function emailsOf({ id, cookies, ...rest }: Someone, stepUp: string) {
  const sealed = `__Host-parley_step_up=${seal('step-up', stepUp, id)}`;
  const confirmed = { ...rest, id, cookies: [...cookies, sealed] };
  const post = (handler: typeof changeHandler, path: string, body: object) =>
    call(handler, { method: 'POST', path, body }, confirmed);
  return {
    change: (email: string) => post(changeHandler, '/api/account/email', { email }),
    confirm: (email: string, code: string) =>
      post(confirmHandler, '/api/account/email/confirm', { email, code }),
  };
}

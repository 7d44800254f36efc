import { changeEmail } from '../../shared/api/account.schema.ts';
import { requestEmailChange } from '../auth/email-change.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { endpoint } from '../endpoint.ts';

export const handler = endpoint('account.change-email', changeEmail, async ({ email }, caller) => {
  await requestEmailChange(requireStepUp(caller), email, caller.signal);
  return {};
});

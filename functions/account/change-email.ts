import { changeEmail } from '../../shared/api/account.schema.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { endpoint } from '../endpoint.ts';
import { requestEmailChange } from './email-change.ts';

export const handler = endpoint('account.change-email', changeEmail, async ({ email }, caller) => {
  await requestEmailChange(requireStepUp(caller), email, caller.signal);
  return {};
});

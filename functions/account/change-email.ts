import { changeEmail } from '../../shared/api/account.schema.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { endpoint } from '../endpoint.ts';
import { getCeilings } from '../meters/ceilings.ts';
import { countInOwnDay } from '../meters/own-day.ts';
import { say } from '../texts.ts';
import { requestEmailChange } from './email-change.ts';

export const handler = endpoint('account.change-email', changeEmail, async ({ email }, caller) => {
  const accessToken = requireStepUp(caller);
  // The login has no limit for one account, and the email may go to any stranger.
  await countInOwnDay(caller, {
    amounts: { emailCodes: 1 },
    max: { emailCodes: getCeilings().emailCodesPerAccount },
    reason: 'email-codes',
    refusal: say('tooManyEmailCodes'),
  });
  await requestEmailChange(accessToken, email, caller.signal);
  return {};
});

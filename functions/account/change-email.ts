import { changeEmail } from '../../shared/api/account.schema.ts';
import { getNextDay } from '../../shared/dates.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { endpoint } from '../endpoint.ts';
import { RateLimited } from '../errors.ts';
import { createFailureLimitError } from '../meters/attempts.ts';
import { getCeilings } from '../meters/ceilings.ts';
import { reserve } from '../meters/reservations.ts';
import type { User } from '../request/caller.ts';
import { buildCounterKey } from '../tables/usage.ts';
import { logAllowanceRefused } from '../telemetry/events.ts';
import { say } from '../texts.ts';
import { requestEmailChange } from './email-change.ts';

export const handler = endpoint('account.change-email', changeEmail, async ({ email }, caller) => {
  const accessToken = requireStepUp(caller);
  await countEmailCode(caller);
  await requestEmailChange(accessToken, email, caller.signal);
  return {};
});

/** Before the login is asked, which has no limit of its own for one account: emails could go to any stranger. */
async function countEmailCode(user: User): Promise<void> {
  const now = Date.now();
  const counters = buildCounterKey(user, now);
  const max = { emailCodes: getCeilings().emailCodesPerAccount };
  const reserved = await reserve([{ of: 'own', counters, amounts: { emailCodes: 1 }, max }]);
  if (!('refusedBy' in reserved)) return;
  if (reserved.refusedBy === 'failed') throw createFailureLimitError(now);
  logAllowanceRefused({ requestId: user.requestId, kind: user.kind, reason: 'email-codes' });
  throw new RateLimited(say('tooManyEmailCodes'), 'free', getNextDay(now));
}

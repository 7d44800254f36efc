import { confirmEmail } from '../../shared/api/account.schema.ts';
import { changeProfileEmail } from '../auth/profile-changes.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { carryTrial } from '../billing/purchase/trials.ts';
import { endpoint } from '../endpoint.ts';
import { CodeRefused } from '../errors.ts';
import type { User } from '../request/caller.ts';
import type { ProfileItem } from '../tables/users.ts';
import { logEmailChanged } from '../telemetry/events.ts';
import { readEmail, verifyEmail } from './email-change.ts';
import { tellOwner } from './notice.ts';

/** The profile last, so that an interrupted call can be repeated with the same code. */
export const handler = endpoint('account.confirm-email', confirmEmail, async ({ email, code }, caller) => {
  const { userId, profile, requestId, cookies } = caller;
  const newEmail = await confirm(caller, email, code);
  if (newEmail !== profile.email) {
    await carryTrial(profile, newEmail);
    await tellStripe(profile, newEmail);
    await tellOwner(caller, notice);
    await changeProfileEmail(userId, profile, newEmail);
    logEmailChanged({ requestId });
  }
  cookies.clear('step-up');
  return { email: newEmail };
});

/** A code works once. If it was used, the login has the new address already. */
async function confirm(caller: User, email: string, code: string): Promise<string> {
  const accessToken = requireStepUp(caller);
  const refusal = await verifyEmail(accessToken, code, caller.signal).catch((error: unknown) => {
    if (error instanceof CodeRefused) return error;
    throw error;
  });
  const current = await readEmail(accessToken, caller.signal);
  if (refusal && current.toLowerCase() !== email.toLowerCase()) throw refusal;
  return current;
}

/** Loaded late: few users have had a subscription. */
async function tellStripe({ customerId }: ProfileItem, email: string): Promise<void> {
  if (customerId === undefined) return;
  const { changeCustomerEmail } = await import('../billing/purchase/customer-email.ts');
  await changeCustomerEmail(customerId, email);
}

const notice = {
  subject: 'The email address of your Parley account has changed',
  text: `The email address of your Parley account has changed. From now on you log in with the new address, and messages about your account go there.

If this was you, there is nothing to do.

If it was not you, somebody knows your password and has signed in to your account. Please answer this email at once.
`,
};

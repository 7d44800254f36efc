import { endSecondFactor } from '../../shared/api/account.schema.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { endpoint } from '../endpoint.ts';
import { logSecondFactorChanged } from '../telemetry/events.ts';
import { tellOwner } from './notice.ts';
import { turnOff } from './second-factor.ts';

/** The second sign-in has asked for a code. */
export const handler = endpoint('account.end-second-factor', endSecondFactor, async (_input, caller) => {
  await turnOff(requireStepUp(caller), caller.signal);
  await tellOwner(caller, notice);
  logSecondFactorChanged({ requestId: caller.requestId, isOn: false });
  caller.cookies.clear('step-up');
  return {};
});

const notice = {
  subject: 'Two-step login is off for your Parley account',
  text: `Two-step login is off for your Parley account. From now on you log in with your password only.

If this was you, there is nothing to do.

If it was not you, somebody knows your password and has your authenticator app. Please answer this email at once.
`,
};

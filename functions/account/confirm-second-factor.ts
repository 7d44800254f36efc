import { confirmSecondFactor } from '../../shared/api/account.schema.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { endpoint } from '../endpoint.ts';
import { logSecondFactorChanged } from '../telemetry/events.ts';
import { tellOwner } from './notice.ts';
import { turnOn } from './second-factor.ts';

export const handler = endpoint(
  'account.confirm-second-factor',
  confirmSecondFactor,
  async ({ code }, caller) => {
    await turnOn(requireStepUp(caller), code, caller.signal);
    await tellOwner(caller, notice);
    logSecondFactorChanged({ requestId: caller.requestId, isOn: true });
    caller.cookies.clear('step-up');
    return {};
  },
);

const notice = {
  subject: 'Two-step login is on for your Parley account',
  text: `Two-step login is on for your Parley account. From now on you log in with your password and a code from your authenticator app.

If this was you, there is nothing to do.

If it was not you, somebody knows your password and has signed in to your account. Please answer this email at once.
`,
};

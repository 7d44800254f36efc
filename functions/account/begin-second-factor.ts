import { beginSecondFactor } from '../../shared/api/account.schema.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { endpoint } from '../endpoint.ts';
import { createKey, isSecondFactorOn } from './second-factor.ts';

/** A new key would switch off the one in use, so the account gets none while it has one. */
export const handler = endpoint('account.begin-second-factor', beginSecondFactor, async (_input, caller) => {
  const accessToken = requireStepUp(caller);
  const isOn = await isSecondFactorOn(accessToken, caller.signal);
  return { key: isOn ? null : await createKey(accessToken, caller.signal) };
});

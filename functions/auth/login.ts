import { login } from '../../shared/api/auth.schema.ts';
import { endpoint } from '../endpoint.ts';
import { beginAttempt } from './attempts.ts';
import { signInAddress } from './hosted-login.ts';

/** Sends the browser to the hosted login. */
export const handler = endpoint('auth.login', login, async ({ returnTo, signup }, { cookies }) => {
  const { state, challenge } = beginAttempt(cookies, returnTo);
  return { location: signInAddress({ state, challenge, signup: signup !== undefined }) };
});

import { login } from '../../shared/api/auth.schema.ts';
import { endpoint } from '../endpoint.ts';
import { buildSignInUrl } from './hosted-login.ts';
import { beginSignIn } from './sign-ins.ts';

export const handler = endpoint('auth.login', login, async ({ returnTo, signup }, { cookies }) => {
  const { state, challenge } = beginSignIn(cookies, returnTo);
  return { location: buildSignInUrl({ state, challenge, signup: signup !== undefined }) };
});

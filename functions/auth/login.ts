import { login } from '../../shared/api/auth.schema.ts';
import { endpoint } from '../endpoint.ts';
import { buildSignInUrl } from './hosted-login.ts';
import { beginSignIn } from './sign-ins.ts';

export const handler = endpoint('auth.login', login, async ({ returnTo, signup, reset }, caller) => {
  const { state, challenge } = beginSignIn(caller.cookies, returnTo);
  const other = signup === undefined ? 'sign-in' : 'sign-up';
  const page = reset === undefined ? other : 'reset';
  return { location: buildSignInUrl(page, { state, challenge, language: caller.language }) };
});

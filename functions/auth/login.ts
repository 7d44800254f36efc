import { login } from '../../shared/api/auth.schema.ts';
import { endpoint } from '../endpoint.ts';
import { buildSignInUrl } from './hosted-login.ts';
import { beginSignIn } from './sign-ins.ts';

export const handler = endpoint(
  'auth.login',
  login,
  async ({ returnTo, ...asked }, { cookies, language }) => {
    const page = pages.find((each) => asked[each] !== undefined) ?? 'signin';
    const signIn = beginSignIn(cookies, returnTo, asked.confirm);
    return { location: buildSignInUrl(page, { ...signIn, language }) };
  },
);

const pages = ['reset', 'confirm', 'signup'] as const;

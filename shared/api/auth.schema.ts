import * as z from 'zod/mini';
import { routes } from '../routes.ts';

const redirect = z.object({
  location: z.string(),
});

const routePaths = routes.map((route) => route.path);

export const login = {
  input: z.object({
    returnTo: z._default(z.enum(routePaths, 'This isn’t a Parley page.'), '/'),
    signup: z.optional(z.string()),
    /** To choose a new password with a code that is mailed. */
    reset: z.optional(z.string()),
    /** Asks somebody who is signed in for their password again, before they change this of their account. */
    confirm: z.optional(z.enum(['email', 'second-factor'], 'Nothing else needs a confirmation.')),
  }),
  output: redirect,
};

/** The hosted login's answer, checked against the cookie that `auth.login` has set. */
export const callback = {
  input: z.object({
    code: z.optional(z.string()),
    state: z.optional(z.string()),
    error: z.optional(z.string()),
  }),
  output: z.string(),
};

export const logout = { input: z.object({}), output: redirect };

export const user = {
  input: z.object({}),
  output: z.object({
    id: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    groups: z.array(z.string()),
    /** A deployment may show its dashboards to operators only. */
    seesDashboards: z.boolean(),
  }),
};

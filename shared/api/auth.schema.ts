import * as z from 'zod/mini';
import { routes } from '../routes.ts';

const redirect = z.object({
  /** An absolute address. */
  location: z.string(),
});

const routePaths = routes.map((route) => route.path);

export const login = {
  input: z.object({
    /** Where to go after signing in: one of the site's own routes. */
    returnTo: z._default(z.enum(routePaths, 'This is not a page of Parley.'), '/'),
    /** Present, with any value: begins with making an account. */
    signup: z.optional(z.string()),
  }),
  output: redirect,
};

/** What the hosted login sends back: a code, or an error; both are checked against the attempt's own cookie. */
export const callback = {
  input: z.object({
    code: z.optional(z.string()),
    state: z.optional(z.string()),
    error: z.optional(z.string()),
  }),
  /** A page that goes on to where the visitor wanted to be. */
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
    /** Of the user pool: `operators` is one. */
    groups: z.array(z.string()),
  }),
};

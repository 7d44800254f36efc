/** What the stack, or the local system, tells every function: `functions/README.md` says what each means. */
type Name =
  | 'BUILDS_TABLE'
  | 'LOGIN_CLIENT_ID'
  | 'LOGIN_ISSUER'
  | 'LOGIN_ORIGIN'
  | 'ORIGIN_SECRET'
  | 'SIGNING_SECRET'
  | 'TRIAL_SECRET'
  | 'SITE_ORIGIN'
  | 'STRIPE_SECRET'
  | 'USAGE_TABLE'
  | 'USERS_TABLE';

/** @throws Error where the function's entry in `infra/stack/needs.ts` lacks something */
export function environment(name: Name): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

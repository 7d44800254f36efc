/** Set by the stack or the local system; `functions/README.md` explains each. */
type Name =
  | 'BUILDS_TABLE'
  | 'LOGIN_CLIENT_ID'
  | 'LOGIN_CONFIRMATION_CLIENT_ID'
  | 'LOGIN_ISSUER'
  | 'LOGIN_ORIGIN'
  | 'SIGNING_SECRET'
  | 'SPEECH_TABLE'
  | 'TRIAL_SECRET'
  | 'SITE_BUCKET'
  | 'SITE_ORIGIN'
  | 'STRIPE_SECRET'
  | 'USAGE_TABLE'
  | 'USERS_TABLE';

type OptionalName =
  | 'ANALYTICS_AUDIENCE'
  | 'AUTOMATIC_TAX'
  | 'AWS_LAMBDA_FUNCTION_NAME'
  | 'CEILINGS'
  | 'COPIED_TABLES'
  | 'EMAIL_FROM'
  | 'LOG_LINES'
  | 'POWERTOOLS_METRICS_NAMESPACE'
  | 'SPEECH_STREAMS'
  | 'STRIPE_URL';

/** Abilities of local engines. Unset on AWS. */
type Ability = 'TRANSCRIBE_LANGUAGES' | 'TRANSLATE_FORMALITY' | 'TRANSLATE_PAIRS' | 'TRANSLATE_PROFANITY';

/** @throws Error if the function's entry in `infra/aws/stack/needs.ts` lacks the variable */
export function requireVariable(name: Name): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

export function findVariable(name: OptionalName): string | undefined {
  return process.env[name];
}

/** Undefined if the engine can do everything that the provider documents. */
export function findEngineAbilities(name: Ability): readonly string[] | undefined {
  return process.env[name]?.split(',');
}

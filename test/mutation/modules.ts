/** A module that decides who gets what, and the tests that have to notice when it decides something else. */
export interface Mutated {
  /** From the top level. */
  readonly module: string;
  /** Test files that call it without a running Parley, from `test/functions/`. */
  readonly tests: readonly string[];
  /** Percent of its mutants that these tests have to kill. */
  readonly least: number;
}

const least = 85;

/**
 * What decides about money and access: who has how much left, who has Premium, who is signed in, and whether a request
 * comes from our own pages. A module counts when a wrong word in it would give something away or lock somebody out,
 * and nothing behind it would notice.
 */
export const mutated: readonly Mutated[] = [
  // Allowance: what is counted, for whom, and given back.
  { module: 'functions/translation/allowance.ts', tests: ['translation/allowance'], least },
  { module: 'functions/translation/grants.ts', tests: ['translation/grants'], least },
  { module: 'functions/meter.ts', tests: ['meter', 'speech/meter', 'translation/allowance'], least },
  { module: 'functions/speech/meter.ts', tests: ['speech/meter'], least },
  { module: 'functions/usage-table.ts', tests: ['usage-table'], least },
  { module: 'functions/network.ts', tests: ['network'], least },
  // Entitlement: what a subscription is worth, and who is who.
  { module: 'functions/billing/standing.ts', tests: ['billing/standing'], least },
  { module: 'functions/billing/subscription.ts', tests: ['billing/subscription'], least },
  { module: 'functions/caller.ts', tests: ['caller'], least },
  // Session: whose tokens and cookies are believed, and for how long.
  { module: 'functions/auth/session.ts', tests: ['auth/session'], least },
  { module: 'functions/auth/session-cookies.ts', tests: ['auth/session-cookies'], least },
  { module: 'functions/auth/tokens.ts', tests: ['auth/session', 'auth/callback'], least },
  { module: 'functions/auth/renewal.ts', tests: ['auth/session'], least },
  { module: 'functions/cookies.ts', tests: ['cookies', 'guest'], least },
  { module: 'functions/guest.ts', tests: ['guest'], least },
  { module: 'functions/signing.ts', tests: ['guest'], least },
  // Origin: whether a request came through the edge, and from our own pages.
  { module: 'functions/origin.ts', tests: ['origin'], least },
];

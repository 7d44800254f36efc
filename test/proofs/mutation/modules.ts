/** A module that decides who gets what, and the tests that have to notice when it decides something else. */
export interface Mutated {
  /** From the top level. */
  readonly module: string;
  /** Test files that call it without a running Parley, from `test/`. */
  readonly tests: readonly string[];
  /** Percent of its mutants that these tests have to kill. */
  readonly least: number;
}

const least = 85;

/**
 * The modules that decide about money and access: allowances, Premium, sessions and the origin of requests.
 * A mistake in one of them gives something away or locks somebody out, and no other module notices.
 */
export const mutated: readonly Mutated[] = [
  // Allowance: what is counted, for whom, and given back.
  { module: 'functions/translation/allowance/allowance.ts', tests: ['service/translation/allowance'], least },
  { module: 'functions/translation/allowance/grants.ts', tests: ['service/translation/grants'], least },
  {
    module: 'functions/tables/grant-item.ts',
    tests: ['unit/functions/tables/grant-item', 'service/translation/grants'],
    least,
  },
  {
    module: 'functions/meters/reservations.ts',
    tests: ['service/reservations', 'service/speech/meter', 'service/translation/allowance'],
    least,
  },
  { module: 'functions/speech/meter.ts', tests: ['service/speech/meter'], least },
  { module: 'functions/tables/usage.ts', tests: ['unit/functions/tables/usage'], least },
  { module: 'functions/request/network.ts', tests: ['unit/functions/request/network'], least },
  // Entitlement: what a subscription is worth, and who is who.
  { module: 'functions/billing/standing.ts', tests: ['unit/functions/billing/standing'], least },
  { module: 'functions/tables/subscription.ts', tests: ['unit/functions/tables/subscription'], least },
  { module: 'functions/request/caller.ts', tests: ['service/caller'], least },
  // Session: whose tokens and cookies are believed, and for how long.
  { module: 'functions/auth/session.ts', tests: ['service/auth/session'], least },
  { module: 'functions/auth/session-cookies.ts', tests: ['unit/functions/auth/session-cookies'], least },
  { module: 'functions/auth/tokens.ts', tests: ['service/auth/session', 'service/auth/callback'], least },
  { module: 'functions/auth/renewal.ts', tests: ['service/auth/session'], least },
  {
    module: 'functions/request/cookies.ts',
    tests: ['unit/functions/request/cookies', 'unit/functions/request/guest'],
    least,
  },
  { module: 'functions/request/guest.ts', tests: ['unit/functions/request/guest'], least },
  { module: 'functions/request/signing.ts', tests: ['unit/functions/request/guest'], least },
  // Origin: whether a request came through the edge, and from our own pages.
  { module: 'functions/request/origin.ts', tests: ['unit/functions/request/origin'], least },
];

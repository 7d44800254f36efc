/** Stripe's test cards that matter here; any date to come and any security code go with them. */
export const testCards = [
  { number: '4242 4242 4242 4242', outcome: 'succeeds' },
  { number: '5555 5555 5555 4444', outcome: 'succeeds, as another card: for a second trial' },
  { number: '4000 0025 0000 3155', outcome: 'the bank asks first, then it succeeds' },
  { number: '4000 0000 0000 0341', outcome: 'is kept, and every charge of it fails' },
  { number: '4000 0000 0000 0002', outcome: 'is declined' },
] as const;

/**
 * Limits on what a deployment pays for, changeable in CDK context. `npm run cost` prints their worst cost. Characters
 * count as paid (`paid-characters.ts`), seconds as billed: at least 15 a request.
 */
export const ceilings = {
  /** All guests of one address (IPv4, or IPv6's /64) a day. Hotels share one. */
  guestTranslationsPerAddress: 300,
  guestCharactersPerAddress: 20_000,
  guestSpeechSecondsPerAddress: 1_800,
  /** All guests a day. A quarter is reserved for addresses that used little. */
  guestCharactersPerDay: 300_000,
  guestSpeechSecondsPerDay: 10_000,
  /** One guest in total. */
  guestSpeechSeconds: 180,
  /** One free account a day. Its ten longest texts fit, also with detection. */
  freeCharactersPerDay: 54_000,
  freeSpeechSecondsPerDay: 600,
  /** All free accounts a day. */
  allFreeCharactersPerDay: 3_000_000,
  allFreeSpeechSecondsPerDay: 50_000,
  /** One Premium account: its fair use. */
  premiumTranslationsPerMinute: 60,
  premiumCharactersPerDay: 100_000,
  premiumCharactersPerMonth: 1_000_000,
  premiumSpeechSecondsPerDay: 3_600,
  premiumSpeechSecondsPerMonth: 36_000,
  spokenCharactersPerDay: 50_000,
  spokenCharactersPerMonth: 500_000,
  /** Characters that one Premium account may add to its history a day. */
  keptCharactersPerDay: 1_000_000,
  /** Failed provider calls an hour, never given back. */
  failedAttemptsPerCaller: 60,
  failedAttemptsPerAddress: 300,
  /** Card forms a day, against testing stolen cards. */
  cardFormsPerAccount: 10,
  cardFormsPerAddress: 30,
  /** Refused cards a day in one account's forms. */
  refusedCardsPerAccount: 10,
};

export type Ceilings = typeof ceilings;

/**
 * Ceilings on what a deployment pays for, beside the allowances that people see. `npm run cost` prints what each can
 * cost in a month. A deployment may set each as CDK context; one machine takes them as JSON from `CEILINGS`.
 *
 * Characters are counted as they are paid for (`functions/translation/allowance/paid-characters.ts`), seconds of speech as they
 * are billed (at least 15 a request).
 */
export const ceilings = {
  /** All guests of one address (IPv4, or IPv6's /64) a day. Hotels and airports share one. */
  guestTranslationsPerAddress: 300,
  guestCharactersPerAddress: 20_000,
  guestSpeechSecondsPerAddress: 1_800,
  /** All guests together a day. A quarter is kept for addresses that have used little that day. */
  guestCharactersPerDay: 300_000,
  guestSpeechSecondsPerDay: 10_000,
  /** One guest, in all. */
  guestSpeechSeconds: 180,
  /** One free account a day. Its ten longest texts fit, also where their language is detected. */
  freeCharactersPerDay: 54_000,
  freeSpeechSecondsPerDay: 600,
  /** All free accounts together a day. */
  allFreeCharactersPerDay: 3_000_000,
  allFreeSpeechSecondsPerDay: 50_000,
  /** One Premium account: the fair use that the pages describe. */
  premiumTranslationsPerMinute: 60,
  premiumCharactersPerDay: 100_000,
  premiumCharactersPerMonth: 1_000_000,
  /** At most half of a day's seconds go to interim text. */
  premiumSpeechSecondsPerDay: 3_600,
  premiumSpeechSecondsPerMonth: 36_000,
  spokenCharactersPerDay: 50_000,
  spokenCharactersPerMonth: 500_000,
  /** Characters that one Premium account may bring into its history a day, beside what it translates. */
  keptCharactersPerDay: 1_000_000,
  /** Attempts an hour that reach a provider and fail. They are never given back. */
  failedAttemptsPerCaller: 60,
  failedAttemptsPerAddress: 300,
  /** Forms for a card a day: nobody who buys needs more, and stolen cards are not tried here. */
  cardFormsPerAccount: 10,
  cardFormsPerAddress: 30,
  /** Cards that may be refused a day in one account's forms. */
  refusedCardsPerAccount: 10,
};

export type Ceilings = typeof ceilings;

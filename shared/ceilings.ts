/**
 * Ceilings against abuse and ruin, beside the allowances that people are told of. A deployment may set each as
 * CDK context; one machine takes them as JSON from `CEILINGS`.
 */
export const ceilings = {
  /**
   * Guests' translations a day from one address (IPv4, or IPv6's /64): hotels and airports share one. Recognised
   * speech may be as much as that many of the longest clips.
   */
  guestTranslationsPerAddress: 300,
  /** Characters a day of all guests together. */
  guestCharactersPerDay: 1_000_000,
  freeCharactersPerDay: 20_000,
  premiumCharactersPerDay: 200_000,
  premiumTranslationsPerMinute: 60,
  /** Speech as billed: at least 15 seconds a request. A guest's are in all. */
  guestSpeechSeconds: 180,
  freeSpeechSecondsPerDay: 600,
  /** Half of it at most goes to text that comes while somebody still speaks. */
  premiumSpeechSecondsPerDay: 7_200,
  /** Characters that one premium account may bring into its history a day, beside what it translates. */
  keptCharactersPerDay: 1_000_000,
  /** Characters that one premium account may have spoken by the server a day. */
  spokenCharactersPerDay: 100_000,
  /** Forms for a card a day: nobody who buys needs more, and stolen cards are not tried here. */
  cardFormsPerAccount: 10,
  cardFormsPerAddress: 30,
  /** Cards that may be refused a day in one account's forms. */
  refusedCardsPerAccount: 10,
};

export type Ceilings = typeof ceilings;

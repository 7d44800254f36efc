/**
 * Limits on what a deployment pays for, changeable in CDK context.
 * Characters are the paid ones (`paid-characters.ts`). Seconds are the billed ones, at least 15 per request.
 */
export const ceilings = {
  /** Per day, for all guests at one address (IPv4, or an IPv6 /64). A whole hotel may share it. */
  guestTranslationsPerAddress: 300,
  guestCharactersPerAddress: 20_000,
  guestSpeechSecondsPerAddress: 1_800,
  /** Per day, for all guests. A quarter is reserved for addresses that used little. */
  guestCharactersPerDay: 300_000,
  guestSpeechSecondsPerDay: 10_000,
  /** One guest, in total: never reset. */
  guestSpeechSeconds: 180,
  /** Per day, for one free account: fits ten translations of full length, with detection. */
  freeCharactersPerDay: 54_000,
  freeSpeechSecondsPerDay: 600,
  /** Per day, for all free accounts at one address. A whole campus may share it. */
  freeCharactersPerAddress: 150_000,
  freeSpeechSecondsPerAddress: 3_000,
  /** Per day, for all free accounts. A quarter is reserved for addresses that used little. */
  allFreeCharactersPerDay: 3_000_000,
  allFreeSpeechSecondsPerDay: 50_000,
  /** One Premium account: its fair use. A full month costs $13.52 at list prices, below three times the price. */
  premiumTranslationsPerMinute: 60,
  premiumCharactersPerDay: 60_000,
  premiumCharactersPerMonth: 400_000,
  premiumSpeechSecondsPerDay: 3_600,
  premiumSpeechSecondsPerMonth: 10_800,
  spokenCharactersPerDay: 25_000,
  spokenCharactersPerMonth: 200_000,
  /** One trial, in all: costs $3.05. A day has the text and voice of a free account. */
  trialCharacters: 70_000,
  trialSpeechSeconds: 3_600,
  trialSpokenCharacters: 35_000,
  trialCharactersPerDay: 54_000,
  trialSpeechSecondsPerDay: 600,
  trialSpokenCharactersPerDay: 5_000,
  /** Characters that one Premium account may send for its history per day. */
  importedCharactersPerDay: 1_000_000,
  /** Streams of speech at once, clips included. Premium counts only by account. */
  streamsPerCaller: 3,
  streamsPerAddress: 8,
  /** Failed attempts per hour. A later success does not reset the count. */
  failedAttemptsPerCaller: 60,
  failedAttemptsPerAddress: 300,
  /** Card forms per day, to stop card testing. */
  cardFormsPerAccount: 10,
  cardFormsPerAddress: 30,
  /** Declined cards per day. More close their form, and open no other. */
  declinedCardsPerAccount: 10,
  declinedCardsPerAddress: 30,
  /** Different promotion codes per day, so that they cannot be guessed. */
  codesPerAccount: 10,
  codesPerAddress: 30,
  /** Codes for a new email address per day: the login mails each to an address of the caller's choice. */
  emailCodesPerAccount: 10,
};

export type Ceilings = typeof ceilings;

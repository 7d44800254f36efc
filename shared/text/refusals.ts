/**
 * What the server says in error answers, in English, by reason: what happened, what it cost and what to do. The page
 * words the same in each language (`web/texts/refusals.ts`).
 */
export const refusals = {
  // Any request
  ourFault: 'Something went wrong on our side. {cost} Please try again.',
  requestTooSlow: 'The request took too long. {cost} Please try again.',
  crossSite: 'This request didn’t come from Parley. Open Parley and try again.',
  // Providers
  translationFailed: 'Parley couldn’t translate your text. {cost} Please try again.',
  translationTooSlow: 'The translation took too long. {cost} Please try again.',
  translationBusy: 'Too many people are translating right now. {cost} Please try again in a few seconds.',
  recognitionFailed: 'Parley couldn’t recognise your speech. {cost} Try again, or type instead.',
  recognitionTooSlow: 'Recognising your speech took too long. {cost} Try again, or type instead.',
  recognitionBusy:
    'Too many people are speaking to Parley right now. {cost} Try again in a few seconds, or type instead.',
  speechFailed: 'Parley couldn’t read the text aloud. {cost} Try again, or read it yourself.',
  speechTooSlow: 'Reading the text aloud took too long. {cost} Try again, or read it yourself.',
  speechBusy:
    'Parley is reading to too many people right now. {cost} Try again in a few seconds, or read it yourself.',
  loginFailed: 'Our login service had a problem. Please try again in a minute.',
  loginTooSlow: 'Our login service took too long. Please try again in a minute.',
  deletionFailed: 'We couldn’t delete your whole account. Please try again.',
  deletionTooSlow: 'Deleting your account took too long. Please try again.',
  paymentFailed: 'The payment service had a problem. {cost} Please try again.',
  paymentTooSlow: 'The payment service took too long. {cost} Please try again.',
  tooManyFailures: 'Too many of your requests failed within an hour. {cost} Please try again in an hour.',
  // Accounts
  notSignedIn: 'You’re not logged in. Please log in to continue.',
  sessionEnded: 'Your session has ended. Please log in again to continue.',
  accountDeleted: 'This account was deleted. Sign up again, or continue as a guest.',
  otherAccount: 'You’re now logged in to a different account. Reload the page to continue.',
  signInAgain: 'Please confirm your password again. After that you have 15 minutes for the change.',
  emailTaken: 'Another account has this email address. Choose another one.',
  emailUnusable: 'We can’t send email to this address. Check its spelling.',
  emailCodeWrong: 'This code is wrong or has expired. Check it, or ask for a new one.',
  appCodeWrong:
    'This code isn’t right. Enter the one that your app shows now, and check that your phone sets its time automatically.',
  tooManyEmailCodes: 'You’ve asked for too many codes by email today. Try again tomorrow.',
  tooManyAccountCodes: 'You’ve tried too many codes. Please try again in an hour.',
  premiumOnly: 'This is part of Premium. Upgrade to use it.',
  operatorsOnly: 'Only operators can see the dashboards. Ask an operator for access.',
  // Translation
  noText: 'Type or say something to translate.',
  textTooLong: 'Your text can be at most {max} characters long. Shorten it, or translate it in parts.',
  guestTextTooLong:
    'Your text can be at most {max} characters long without an account. Shorten it, or sign up for free to translate up to {userMax} characters.',
  noFormality: 'Formality isn’t available for {language}. Reload the page, then translate again.',
  noMask: 'Parley can’t mask swear words in {language}. Reload the page, then translate again.',
  languageUnclear:
    'We couldn’t tell what language this is. {cost} Write a little more, or choose the language.',
  noSuchPair: 'Parley can’t translate {source} to {target}. {cost} Choose another language.',
  noSuchTarget: 'Parley can’t translate this language to {target}. {cost} Choose another language.',
  idTaken: 'Parley mixed up this text with an earlier one. {cost} Please translate it again.',
  // Limits of translation
  guestLimit: 'Guest translation limit reached. Sign up to get 10 free translations per day.',
  dailyLimit: 'You’ve used today’s free translations. Upgrade to Premium, or come back tomorrow.',
  networkLimit:
    'Your network has used all of today’s guest translations. {cost} Sign up for free to keep translating, or come back after midnight UTC.',
  freeNetworkLimit:
    'Your network has used all of today’s translations for free accounts. {cost} Try another network, upgrade to Premium, or come back after midnight UTC.',
  allGuestsLimit:
    'Today’s translations for guests have all been used. {cost} Sign up for free to keep translating, or come back after midnight UTC.',
  allFreeLimit:
    'Today’s translations for free accounts have all been used. {cost} Upgrade to Premium, or come back after midnight UTC.',
  freeCharacters:
    'Your account can translate {max} characters a day, and this text would take you over that limit. {cost} Upgrade to Premium, or come back after midnight UTC.',
  premiumCharacters:
    'Your account can translate {max} characters a day, and this text would take you over that limit. {cost} Shorten it, or come back after midnight UTC.',
  monthCharacters:
    'Your account can translate {max} characters a month, and this text would take you over that limit. {cost} Shorten it, or come back next month.',
  trialCharacters:
    'Your free trial includes {max} characters, and this text would take you over that. {cost} Shorten it, or come back when your trial ends.',
  minuteLimit: 'You can translate {max} texts a minute. Please wait a minute and try again.',
  repeatedText:
    'You’ve translated this text {times} times within a few minutes. {cost} Please try again in {minutes} min.',
  // History
  notInHistory: 'This translation is not in your history. Reload the page.',
  tooLongForHistory: 'This translation is too long for the history. It stays in this browser.',
  historyLimit:
    'Your account has reached today’s limit for saved translations. The rest will be saved tomorrow.',
  // Speech
  noVoice: 'There is no voice for {language}. {cost} Read the text instead.',
  noRecogniser: 'Parley can’t recognise {language} speech. {cost} Type the text instead.',
  damagedRecording: 'The recording is damaged and cannot be read. Please record it again.',
  emptyRecording: 'The recording is empty. Please record it again.',
  recordingTooLarge: 'This recording is too large. {cost} Record a shorter one.',
  recordingTooLong:
    'A recording can be at most {seconds} seconds long. {cost} Record longer speech in several parts.',
  streamReopened: 'This recording was already started. {cost} Please start a new one.',
  tooFarAhead: 'Parley is still working on what you said before. {cost} Wait a moment, then continue.',
  tooLongToReadAloud: 'This text is too long to read aloud. {cost} Try a shorter part.',
  // Limits of speech
  tooManyStreams:
    'You’re already speaking to Parley in {max} places. {cost} Stop one of them, or try again in a few seconds.',
  tooManyStreamsOnNetwork:
    'Many people on your network are speaking to Parley right now. {cost} Please try again in a few seconds.',
  guestVoice: 'You’ve reached the limit for voice input as a guest. Type instead, or sign up for free.',
  networkVoice:
    'Your network has reached today’s limit for guests’ voice input. Type instead, or sign up for free.',
  freeNetworkVoice:
    'Your network has reached today’s limit for voice input with free accounts. Type instead, or come back after midnight UTC.',
  allGuestsVoice: 'Today’s voice input for guests has run out. Type instead, or sign up for free.',
  allFreeVoice:
    'Today’s voice input for free accounts has run out. Type instead, or come back after midnight UTC.',
  dayVoice: 'You’ve reached today’s limit for voice input. Type instead, or come back after midnight UTC.',
  monthVoice: 'You’ve reached this month’s limit for voice input. Type instead, or come back next month.',
  dayReadAloud:
    'You’ve reached today’s read-aloud limit. You can still read the text, or come back after midnight UTC.',
  trialVoice:
    'You’ve used all the voice input of your free trial. Type instead, or come back when your trial ends.',
  trialReadAloud:
    'You’ve used all the reading aloud of your free trial. You can still read the text, or come back when your trial ends.',
  monthReadAloud:
    'You’ve reached this month’s read-aloud limit. You can still read the text, or come back next month.',
  // Billing
  noPayments: 'Payments aren’t available right now. {cost} Please try again later.',
  priceChanged: 'The price has changed. {cost} Reload the page to see the new price, then subscribe again.',
  trialUsed: 'You’ve already used your free trial. {cost} Check what you’ll pay today, then subscribe again.',
  hasPremium: 'You already have Premium. {cost} See it under Manage Subscription.',
  stillHasPremium: 'You still have Premium. {cost} Reactivate it under Manage Subscription.',
  paymentDisputed:
    'Your bank is reviewing a disputed payment. {cost} Wait for the result, or cancel under Manage Subscription.',
  lastPaymentFailed: 'Your last payment failed. {cost} Update your card under Manage Subscription.',
  cardGone: 'We no longer have that card. {cost} Enter your card again.',
  tooManyCardForms: 'You’ve tried to subscribe too many times today. {cost} Try again tomorrow.',
  tooManyCodes: 'You’ve tried too many codes today. {cost} Continue without one, or try again tomorrow.',
  codeUnknown: 'We don’t know this code. Check its spelling.',
  codeExpired: 'This code has expired. Try another one, or continue without it.',
  codeUsedUp: 'This code has been used up. Try another one, or continue without it.',
  codeForNewcomers: 'This code is only for a first payment, and you have paid before. Continue without it.',
  codeNeedsMore:
    'This code only works for a larger amount. Try it with another plan, or continue without it.',
  codeForOtherPlan: 'This code isn’t for this plan. Choose another plan, or continue without it.',
  codeUnusable: 'You can’t use this code here. Try another one, or continue without it.',
  formReplaced: 'This payment form is out of date. {cost} Reload the page, then choose a plan.',
  stillWorking: 'We’re still working on your last attempt. {cost} Try again in a minute.',
  alreadyWorking: 'We’re already working on this. {cost} Wait a moment, then check again.',
  otherPurchaseStarted: 'You’ve just started another purchase. {cost} Wait a moment, then try again.',
  otherPurchaseRunning: 'You have another purchase in progress. {cost} Try again in a minute.',
  nothingToCancel: 'You have no subscription to cancel. {cost} Reload the page to see your plan.',
  subscriptionEnded: 'Your subscription has ended. {cost} Subscribe again to get Premium back.',
  planUnchangeable: 'Your plan can’t be changed right now. {cost} Reload the page to see your plan.',
  hasPlan: 'You already have this plan. {cost} Reload the page to see it.',
  offerOutdated: 'The amount has changed since we showed it. {cost} Check it again, then confirm.',
  changeDeclined:
    'Your card was declined, so your plan hasn’t changed. {cost} Update your payment method, then try again.',
  nothingDue: 'You have no payment to confirm. {cost} Reload the page.',
  noPaymentYet: 'You have no payment method or invoices yet. {cost} Subscribe first.',
} as const;

/** For people who write programs. The page sends no such requests, and has one text for all. */
export const faults = {
  noSuchAddress: 'This page doesn’t exist. Go to Parley’s home page.',
  wrongMethod: 'This address does not support this method. Use {methods}.',
  notPublic: 'This address can’t be opened directly. Please use the Parley website.',
  unreadable: 'The request could not be read.',
  wrongField: 'The field "{field}" is missing or has the wrong type.',
  notJson: 'The body is not valid JSON in UTF-8.',
  notObject: 'The body must be a JSON object.',
  wrongType: 'The body has the wrong content type. Send the body as {type}.',
  compressed: 'The body is compressed. Send it uncompressed.',
  wrongCharset: 'The body has the wrong charset. Send the body in UTF-8.',
  wrongCursor: 'This cursor is not valid. Start again from the first page.',
  tooManyFields: 'The form has too many fields.',
  damagedForm: 'The form is damaged or incomplete. Please send it again.',
  notWav: 'Parley cannot read this recording. {cost} Send a mono WAV with 16-bit PCM at 8 to 48 kHz.',
  wrongSignature: 'The signature is not Stripe’s.',
  wrongMode: 'The event is from the wrong Stripe mode, live or test.',
  noEventObject: 'The event has no object.',
} as const;

export type Reason = keyof typeof refusals | keyof typeof faults;

/** Replace `{cost}` in a text. */
export const costSentences = {
  free: '',
  uncounted: 'This didn’t count toward your limit.',
  /** A provider was paid. */
  counted: 'This counted toward your limit.',
  /** Time ran out, or the database failed. */
  unknown: 'This may have counted toward your limit.',
  /** A grant may remain until it lapses. */
  lapsing: 'If this counted toward your limit, we’ll undo that within a minute.',
  uncharged: 'Nothing was charged.',
  willNotBeCharged: 'Nothing will be charged.',
  /** For Stripe, which ignores repeats of a request. */
  notChargedTwice: 'You won’t be charged twice.',
} as const;

export type Cost = keyof typeof costSentences;

/** What a provider does for us. The reasons of its errors begin with the name. */
export type Service = MeteredService | 'login' | 'deletion' | 'payment';

/** Those whose use counts toward limits. */
export type MeteredService = 'translation' | 'recognition' | 'speech';

/** The `params` of a schema's check that people can fail: the page then words it in their language. */
export interface ToldReason {
  readonly reason: keyof typeof refusals;
  readonly values?: RefusalValues;
}

/** `language`, `source` and `target` are codes of ours. */
export type RefusalValues = Readonly<Record<string, string | number>>;

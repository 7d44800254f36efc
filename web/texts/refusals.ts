import type { ErrorBody } from '../../shared/api/error-codes.ts';
import { dayMs } from '../../shared/dates.ts';
import { type Cost, faults, type Reason, type refusals } from '../../shared/text/refusals.ts';
import { getName } from '../language/language-name.ts';
import { t } from '../language/message.ts';
import { joinSentences } from '../language/sentences.ts';
import { shownLanguage } from '../language/shown-language.ts';

/** What an error answer says, in the shown language. Undefined for a reason that is newer than this page. */
export function wordRefusal({ reason, values, cost, retryAt }: ErrorBody): string | undefined {
  const word = findWording(reason);
  if (!word) return undefined;
  const worded = Object.entries(values).map(([name, value]) => [name, wordValue(value)]);
  let ending: string | undefined = costs[cost];
  const text = word({
    ...Object.fromEntries(worded),
    again: retryAt === undefined ? '' : wordReturn(retryAt),
    // A text that takes the cost says it within.
    get cost() {
      ending = undefined;
      return costs[cost];
    },
  });
  return joinSentences(text.replaceAll(/ {2,}/g, ' ').trim(), ending || undefined);
}

function findWording(reason: Reason): ((values: Values) => string) | undefined {
  if (reason in faults) return () => t('Parley couldn’t read this request. Reload the page and try again.');
  return wordings[reason as keyof typeof refusals];
}

function wordValue(value: string | number): string | number {
  return typeof value === 'string' ? getName(value) : value;
}

// Errors of the server: when a limit ends, in the visitor's own time
function wordReturn(at: number): string {
  const write = (options: Intl.DateTimeFormatOptions, moment = at) =>
    new Intl.DateTimeFormat(shownLanguage, options).format(moment);
  const day = write({ dateStyle: 'short' });
  const isOn = (moment: number) => write({ dateStyle: 'short' }, moment) === day;
  return t(
    '{day, select, today {You can try again at {time}.} tomorrow {You can try again tomorrow at {time}.} other {You can try again on {date} at {time}.}}',
    {
      day: isOn(Date.now()) ? 'today' : isOn(Date.now() + dayMs) ? 'tomorrow' : 'other',
      time: write({ timeStyle: 'short' }),
      date: write({ day: 'numeric', month: 'long' }),
    },
  );
}

type Values = Readonly<
  Record<'again' | 'cost' | 'language' | 'source' | 'target', string> &
    Record<'max' | 'minutes' | 'seconds' | 'times' | 'userMax', number>
>;

// Errors of the server: a sentence about the cost of a failed request
const costs: Readonly<Record<Cost, string>> = {
  free: '',
  uncounted: t('This didn’t count toward your limit.'),
  counted: t('This counted toward your limit.'),
  unknown: t('This may have counted toward your limit.'),
  lapsing: t('If this counted toward your limit, we’ll undo that within a minute.'),
  uncharged: t('Nothing was charged.'),
  willNotBeCharged: t('Nothing will be charged.'),
  notChargedTwice: t('You won’t be charged twice.'),
};

// Errors of the server. `{cost}` is a sentence about the cost, or nothing.
const wordings: Readonly<Record<keyof typeof refusals, (values: Values) => string>> = {
  // Any request
  ourFault: ({ cost }) => t('Something went wrong on our side. {cost} Please try again.', { cost }),
  requestTooSlow: ({ cost }) => t('The request took too long. {cost} Please try again.', { cost }),
  crossSite: () => t('This request didn’t come from Parley. Open Parley and try again.'),
  // Providers
  translationFailed: ({ cost }) =>
    t('Parley couldn’t translate your text. {cost} Please try again.', { cost }),
  translationTooSlow: ({ cost }) => t('The translation took too long. {cost} Please try again.', { cost }),
  translationBusy: ({ cost }) =>
    t('Too many people are translating right now. {cost} Please try again in a few seconds.', { cost }),
  recognitionFailed: ({ cost }) =>
    t('Parley couldn’t recognise your speech. {cost} Try again, or type instead.', { cost }),
  recognitionTooSlow: ({ cost }) =>
    t('Recognising your speech took too long. {cost} Try again, or type instead.', { cost }),
  recognitionBusy: ({ cost }) =>
    t(
      'Too many people are speaking to Parley right now. {cost} Try again in a few seconds, or type instead.',
      { cost },
    ),
  speechFailed: ({ cost }) =>
    t('Parley couldn’t read the text aloud. {cost} Try again, or read it yourself.', { cost }),
  speechTooSlow: ({ cost }) =>
    t('Reading the text aloud took too long. {cost} Try again, or read it yourself.', { cost }),
  speechBusy: ({ cost }) =>
    t(
      'Parley is reading to too many people right now. {cost} Try again in a few seconds, or read it yourself.',
      { cost },
    ),
  loginFailed: () => t('Our login service had a problem. Please try again in a minute.'),
  loginTooSlow: () => t('Our login service took too long. Please try again in a minute.'),
  deletionFailed: () => t('We couldn’t delete your whole account. Please try again.'),
  deletionTooSlow: () => t('Deleting your account took too long. Please try again.'),
  paymentFailed: ({ cost }) => t('The payment service had a problem. {cost} Please try again.', { cost }),
  paymentTooSlow: ({ cost }) => t('The payment service took too long. {cost} Please try again.', { cost }),
  tooManyFailures: ({ cost, again }) =>
    t('Too many of your requests failed within an hour. {cost} Please wait. {again}', { cost, again }),
  // Accounts
  notSignedIn: () => t('You’re not logged in. Please log in to continue.'),
  sessionEnded: () => t('Your session has ended. Please log in again to continue.'),
  accountDeleted: () => t('This account was deleted. Sign up again, or continue as a guest.'),
  otherAccount: () => t('You’re now logged in to a different account. Reload the page to continue.'),
  signInAgain: () => t('Please confirm your password again. After that you have 15 minutes for the change.'),
  emailTaken: () => t('Another account has this email address. Choose another one.'),
  emailUnusable: () => t('We can’t send email to this address. Check its spelling.'),
  emailCodeWrong: () => t('This code is wrong or has expired. Check it, or ask for a new one.'),
  appCodeWrong: () =>
    t(
      'This code isn’t right. Enter the one that your app shows now, and check that your phone sets its time automatically.',
    ),
  tooManyEmailCodes: ({ again }) =>
    t('You’ve asked for too many codes by email today. Please wait. {again}', { again }),
  tooManyAccountCodes: () => t('You’ve tried too many codes. Please try again in an hour.'),
  premiumOnly: () => t('This is part of Premium. Upgrade to use it.'),
  operatorsOnly: () => t('Only operators can see the dashboards. Ask an operator for access.'),
  // Translation
  noText: () => t('Type or say something to translate.'),
  textTooLong: ({ max }) =>
    t(
      'Your text can be at most {max, plural, one {# character} other {# characters}} long. Shorten it, or translate it in parts.',
      { max },
    ),
  guestTextTooLong: ({ max, userMax }) =>
    t(
      'Your text can be at most {max, plural, one {# character} other {# characters}} long without an account. Shorten it, or sign up for free to translate up to {userMax, plural, one {# character} other {# characters}}.',
      { max, userMax },
    ),
  noFormality: ({ language }) =>
    t('Formality isn’t available for {language}. Reload the page, then translate again.', { language }),
  noMask: ({ language }) =>
    t('Parley can’t mask swear words in {language}. Reload the page, then translate again.', { language }),
  languageUnclear: ({ cost }) =>
    t('We couldn’t tell what language this is. {cost} Write a little more, or choose the language.', {
      cost,
    }),
  noSuchPair: ({ source, target, cost }) =>
    t('Parley can’t translate {source} to {target}. {cost} Choose another language.', {
      source,
      target,
      cost,
    }),
  noSuchTarget: ({ target, cost }) =>
    t('Parley can’t translate this language to {target}. {cost} Choose another language.', { target, cost }),
  idTaken: ({ cost }) =>
    t('Parley mixed up this text with an earlier one. {cost} Please translate it again.', { cost }),
  // Limits of translation
  guestLimit: () => t('Guest translation limit reached. Sign up to get 10 free translations per day.'),
  dailyLimit: ({ again }) =>
    t('You’ve used today’s free translations. Upgrade to Premium to continue now. {again}', { again }),
  networkLimit: ({ cost, again }) =>
    t(
      'Your network has used all of today’s guest translations. {cost} Sign up for free to keep translating. {again}',
      { cost, again },
    ),
  freeNetworkLimit: ({ cost, again }) =>
    t(
      'Your network has used all of today’s translations for free accounts. {cost} Try another network, or upgrade to Premium. {again}',
      { cost, again },
    ),
  allGuestsLimit: ({ cost, again }) =>
    t(
      'Today’s translations for guests have all been used. {cost} Sign up for free to keep translating. {again}',
      { cost, again },
    ),
  allFreeLimit: ({ cost, again }) =>
    t(
      'Today’s translations for free accounts have all been used. {cost} Upgrade to Premium to continue now. {again}',
      { cost, again },
    ),
  freeCharacters: ({ max, cost, again }) =>
    t(
      'Your account can translate {max, plural, one {# character} other {# characters}} a day, and this text would take you over that limit. {cost} Upgrade to Premium to continue now. {again}',
      { max, cost, again },
    ),
  premiumCharacters: ({ max, cost, again }) =>
    t(
      'Your account can translate {max, plural, one {# character} other {# characters}} a day, and this text would take you over that limit. {cost} Shorten it, or wait. {again}',
      { max, cost, again },
    ),
  monthCharacters: ({ max, cost, again }) =>
    t(
      'Your account can translate {max, plural, one {# character} other {# characters}} a month, and this text would take you over that limit. {cost} Shorten it, or wait. {again}',
      { max, cost, again },
    ),
  trialCharacters: ({ max, cost, again }) =>
    t(
      'Your free trial includes {max, plural, one {# character} other {# characters}}, and this text would take you over that. {cost} Shorten it, or wait until your trial ends. {again}',
      { max, cost, again },
    ),
  minuteLimit: ({ max }) =>
    t(
      'You can translate {max, plural, one {# text} other {# texts}} a minute. Please wait a minute and try again.',
      { max },
    ),
  repeatedText: ({ times, cost, minutes }) =>
    t(
      'You’ve translated this text {times, plural, one {# time} other {# times}} within a few minutes. {cost} Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
      { times, cost, minutes },
    ),
  // History
  notInHistory: () => t('This translation is not in your history. Reload the page.'),
  tooLongForHistory: () => t('This translation is too long for the history. It stays in this browser.'),
  historyLimit: () =>
    t('Your account has reached today’s limit for saved translations. The rest will be saved tomorrow.'),
  // Speech
  noVoice: ({ language, cost }) =>
    t('There is no voice for {language}. {cost} Read the text instead.', { language, cost }),
  noRecogniser: ({ language, cost }) =>
    t('Parley can’t recognise {language} speech. {cost} Type the text instead.', { language, cost }),
  damagedRecording: () => t('The recording is damaged and cannot be read. Please record it again.'),
  emptyRecording: () => t('The recording is empty. Please record it again.'),
  recordingTooLarge: ({ cost }) => t('This recording is too large. {cost} Record a shorter one.', { cost }),
  recordingTooLong: ({ seconds, cost }) =>
    t(
      'A recording can be at most {seconds, plural, one {# second} other {# seconds}} long. {cost} Record longer speech in several parts.',
      {
        seconds,
        cost,
      },
    ),
  streamReopened: ({ cost }) =>
    t('This recording was already started. {cost} Please start a new one.', { cost }),
  tooFarAhead: ({ cost }) =>
    t('Parley is still working on what you said before. {cost} Wait a moment, then continue.', { cost }),
  tooLongToReadAloud: ({ cost }) =>
    t('This text is too long to read aloud. {cost} Try a shorter part.', { cost }),
  // Limits of speech
  tooManyStreams: ({ max, cost }) =>
    t(
      'You’re already speaking to Parley in {max, plural, one {# place} other {# places}}. {cost} Stop one of them, or try again in a few seconds.',
      { max, cost },
    ),
  tooManyStreamsOnNetwork: ({ cost }) =>
    t(
      'Many people on your network are speaking to Parley right now. {cost} Please try again in a few seconds.',
      { cost },
    ),
  guestVoice: () =>
    t('You’ve reached the limit for voice input as a guest. Type instead, or sign up for free.'),
  networkVoice: () =>
    t('Your network has reached today’s limit for guests’ voice input. Type instead, or sign up for free.'),
  freeNetworkVoice: ({ again }) =>
    t('Your network has reached today’s limit for voice input with free accounts. Type instead. {again}', {
      again,
    }),
  allGuestsVoice: () => t('Today’s voice input for guests has run out. Type instead, or sign up for free.'),
  allFreeVoice: ({ again }) =>
    t('Today’s voice input for free accounts has run out. Type instead. {again}', { again }),
  dayVoice: ({ again }) =>
    t('You’ve reached today’s limit for voice input. Type instead. {again}', { again }),
  monthVoice: ({ again }) =>
    t('You’ve reached this month’s limit for voice input. Type instead. {again}', { again }),
  dayReadAloud: ({ again }) =>
    t('You’ve reached today’s read-aloud limit. Read the text yourself. {again}', { again }),
  trialVoice: ({ again }) =>
    t('You’ve used all the voice input of your free trial. Type instead. {again}', { again }),
  trialReadAloud: ({ again }) =>
    t('You’ve used all the reading aloud of your free trial. Read the text yourself. {again}', { again }),
  monthReadAloud: ({ again }) =>
    t('You’ve reached this month’s read-aloud limit. Read the text yourself. {again}', { again }),
  // Billing
  noPayments: ({ cost }) =>
    t('Payments aren’t available right now. {cost} Please try again later.', { cost }),
  priceChanged: ({ cost }) =>
    t('The price has changed. {cost} Reload the page to see the new price, then subscribe again.', { cost }),
  trialUsed: ({ cost }) =>
    t('You’ve already used your free trial. {cost} Check what you’ll pay today, then subscribe again.', {
      cost,
    }),
  hasPremium: ({ cost }) => t('You already have Premium. {cost} See it under Manage Subscription.', { cost }),
  stillHasPremium: ({ cost }) =>
    t('You still have Premium. {cost} Reactivate it under Manage Subscription.', { cost }),
  paymentDisputed: ({ cost }) =>
    t(
      'Your bank is reviewing a disputed payment. {cost} Wait for the result, or cancel under Manage Subscription.',
      { cost },
    ),
  lastPaymentFailed: ({ cost }) =>
    t('Your last payment failed. {cost} Update your card under Manage Subscription.', { cost }),
  cardGone: ({ cost }) => t('We no longer have that card. {cost} Enter your card again.', { cost }),
  tooManyCardForms: ({ cost, again }) =>
    t('You’ve tried to subscribe too many times today. {cost} Please wait. {again}', { cost, again }),
  tooManyCodes: ({ cost, again }) =>
    t('You’ve tried too many codes today. {cost} Continue without one, or wait. {again}', { cost, again }),
  codeUnknown: () => t('We don’t know this code. Check its spelling.'),
  codeExpired: () => t('This code has expired. Try another one, or continue without it.'),
  codeUsedUp: () => t('This code has been used up. Try another one, or continue without it.'),
  codeForNewcomers: () =>
    t('This code is only for a first payment, and you have paid before. Continue without it.'),
  codeNeedsMore: () =>
    t('This code only works for a larger amount. Try it with another plan, or continue without it.'),
  codeForOtherPlan: () => t('This code isn’t for this plan. Choose another plan, or continue without it.'),
  codeUnusable: () => t('You can’t use this code here. Try another one, or continue without it.'),
  formReplaced: ({ cost }) =>
    t('This payment form is out of date. {cost} Reload the page, then choose a plan.', { cost }),
  stillWorking: ({ cost }) =>
    t('We’re still working on your last attempt. {cost} Try again in a minute.', { cost }),
  alreadyWorking: ({ cost }) =>
    t('We’re already working on this. {cost} Wait a moment, then check again.', { cost }),
  otherPurchaseStarted: ({ cost }) =>
    t('You’ve just started another purchase. {cost} Wait a moment, then try again.', { cost }),
  otherPurchaseRunning: ({ cost }) =>
    t('You have another purchase in progress. {cost} Try again in a minute.', { cost }),
  nothingToCancel: ({ cost }) =>
    t('You have no subscription to cancel. {cost} Reload the page to see your plan.', { cost }),
  subscriptionEnded: ({ cost }) =>
    t('Your subscription has ended. {cost} Subscribe again to get Premium back.', { cost }),
  planUnchangeable: ({ cost }) =>
    t('Your plan can’t be changed right now. {cost} Reload the page to see your plan.', { cost }),
  hasPlan: ({ cost }) => t('You already have this plan. {cost} Reload the page to see it.', { cost }),
  offerOutdated: ({ cost }) =>
    t('The amount has changed since we showed it. {cost} Check it again, then confirm.', { cost }),
  changeDeclined: ({ cost }) =>
    t(
      'Your card was declined, so your plan hasn’t changed. {cost} Update your payment method, then try again.',
      { cost },
    ),
  nothingDue: ({ cost }) => t('You have no payment to confirm. {cost} Reload the page.', { cost }),
  noPaymentYet: ({ cost }) =>
    t('You have no payment method or invoices yet. {cost} Subscribe first.', { cost }),
};

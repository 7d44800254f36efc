/** The texts of error answers: each says what happened, what it cost and what to do. */

/** A cost's sentence replaces `{cost}` in a text, or comes last. */
export const costSentences = {
  free: '',
  uncounted: 'This didn’t count toward your limit.',
  /** A provider was paid. */
  counted: 'This counts toward your limit.',
  /** Time ran out, or the database failed. */
  unknown: 'This may count toward your limit.',
  /** A grant may remain until it lapses. */
  lapsing: 'If this counted toward your limit, we’ll undo that within a minute.',
  uncharged: 'Nothing was charged.',
  willNotBeCharged: 'Nothing will be charged.',
  /** For Stripe, which ignores repeats of a request. */
  notChargedTwice: 'You won’t be charged twice.',
} as const;

// Any request
export const ourFault = 'Something went wrong on our side. {cost} Please try again.';
export const requestTooSlow = 'The request took too long. {cost} Please try again.';
export const noSuchAddress = 'This page doesn’t exist. Go to Parley’s home page.';
export const wrongMethod = (methods: readonly string[]) =>
  `This address does not support this method. Use ${methods.join(' or ')}.`;
export const notPublic = 'This address can’t be opened directly. Please use the Parley website.';
export const crossSite = 'This request didn’t come from Parley. Open Parley and try again.';
export const unreadable = 'The request could not be read.';
export const wrongField = (field: string) => `The field "${field}" is missing or has the wrong type.`;
export const notJson = 'The body is not valid JSON in UTF-8.';
export const notObject = 'The body must be a JSON object.';
export const wrongType = (type: string) => `The body has the wrong content type. Send the body as ${type}.`;
export const compressed = 'The body is compressed. Send it uncompressed.';
export const wrongCharset = 'The body has the wrong charset. Send the body in UTF-8.';
export const wrongCursor = 'This cursor is not valid. Start again from the first page.';
export const tooManyFields = 'The form has too many fields.';
export const damagedForm = 'The form is damaged or incomplete. Please send it again.';

// Providers
export const services = {
  translation: 'Translation',
  recognition: 'Speech recognition',
  speech: 'Reading aloud',
  login: 'Logging in',
  deletion: 'Deleting the account',
  payment: 'The payment service',
} as const;
export const providerFailed = (service: string) => `${service} failed. {cost} Please try again.`;
export const providerBusy = (service: string) =>
  `${service} is busy right now. {cost} Please try again in a few seconds.`;
export const providerTooSlow = (service: string) => `${service} took too long. {cost} Please try again.`;
export const tooManyFailures =
  'Too many of your requests failed within an hour. {cost} Please try again in an hour.';

// Accounts
export const notSignedIn = 'You’re not logged in. Please log in to continue.';
export const sessionEnded = 'Your session has ended. Please log in again to continue.';
export const accountDeleted = 'This account was deleted. Sign up again, or continue as a guest.';
export const otherAccount = 'You’re now logged in to a different account. Reload the page to continue.';
export const premiumOnly = 'This is part of Premium. Upgrade to use it.';
export const operatorsOnly = 'Only operators can see the dashboards. Ask an operator for access.';
/** The page between the hosted login and Parley. */
export const signingIn = { title: 'Logging in · Parley', link: 'Continue to Parley' };

// Translation
export const textTooLong = (max: number) =>
  `Your text can be at most ${max.toLocaleString('en-GB')} characters long. Shorten it, or translate it in parts.`;
export const guestTextTooLong = (max: number, userMax: number) =>
  `Your text can be at most ${max.toLocaleString('en-GB')} characters long without an account. Shorten it, or sign up for free to translate up to ${userMax.toLocaleString('en-GB')}.`;
export const noFormality = (language: string) => `Formality isn’t available for ${language}.`;
export const noMask = (language: string) => `Parley can’t mask swear words in ${language}.`;
export const languageUnclear =
  'We couldn’t tell what language this is. {cost} Write a little more, or choose the language.';
export const noSuchPair = (source: string | undefined, target: string) =>
  `Parley can’t translate ${source ?? 'this language'} to ${target}. {cost} Choose another language.`;
export const idTaken = 'Something went wrong with this request. {cost} Please try again.';

// Limits of translation
export const guestLimit = 'Guest translation limit reached. Sign up to get 10 free translations per day.';
export const dailyLimit = 'You’ve used today’s free translations. Upgrade to Premium, or come back tomorrow.';
export const networkLimit =
  'Your network has used all of today’s guest translations. {cost} Sign up for free to keep translating, or come back after midnight UTC.';
export const freeNetworkLimit =
  'Your network has used all of today’s translations for free accounts. {cost} Try another network, upgrade to Premium, or come back after midnight UTC.';
export const allGuestsLimit =
  'Today’s translations for guests have all been used. {cost} Sign up for free to keep translating, or come back after midnight UTC.';
export const allFreeLimit =
  'Today’s translations for free accounts have all been used. {cost} Upgrade to Premium, or come back after midnight UTC.';
export const freeCharacters = (max: number) =>
  `Your account can translate ${max.toLocaleString('en-GB')} characters a day, and this text would take you over that limit. {cost} Upgrade to Premium, or come back after midnight UTC.`;
export const premiumCharacters = (max: number) =>
  `Your account can translate ${max.toLocaleString('en-GB')} characters a day, and this text would take you over that limit. {cost} Shorten it, or come back after midnight UTC.`;
export const monthCharacters = (max: number) =>
  `Your account can translate ${max.toLocaleString('en-GB')} characters a month, and this text would take you over that limit. {cost} Shorten it, or come back next month.`;
export const trialCharacters = (max: number) =>
  `Your free trial includes ${max.toLocaleString('en-GB')} characters, and this text would take you over that. {cost} Shorten it, or come back when your trial ends.`;
export const minuteLimit = (max: number) =>
  `You can translate ${max} texts a minute. Please wait a minute and try again.`;
export const repeatedText = (times: number, minutes: number) =>
  `You’ve translated this text ${times} times within a few minutes. {cost} Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;

// History
export const notInHistory = 'This translation is not in your history. Reload the page.';
export const tooLongForHistory = 'This translation is too long for the history. It stays in this browser.';
export const historyLimit =
  'Your account has reached today’s limit for saved translations. The rest will be saved tomorrow.';

// Speech
export const noVoice = (language: string) =>
  `There is no voice for ${language}. {cost} Read the text instead.`;
export const noRecogniser = (language: string) =>
  `Parley can’t recognise ${language} speech. {cost} Type the text instead.`;
export const notWav =
  'Parley cannot read this recording. {cost} Send a mono WAV with 16-bit PCM at 8 to 48 kHz.';
export const damagedRecording = 'The recording is damaged and cannot be read. Please record it again.';
export const emptyRecording = 'The recording is empty. Please record it again.';
export const recordingTooLarge = 'This recording is too large. {cost} Record a shorter one.';
export const recordingTooLong = (seconds: number) =>
  `A recording can be at most ${seconds} seconds long. {cost} Record longer speech in several parts.`;
export const streamReopened = 'This recording was already started. {cost} Please start a new one.';
export const tooFarAhead =
  'This part of the recording is too far ahead. {cost} Please send it again in a moment.';
export const tooLongToReadAloud = 'This text is too long to read aloud. {cost} Try a shorter part.';

// Limits of speech
export const tooManyStreams = (max: number) =>
  `You’re already speaking to Parley in ${max} places. {cost} Stop one of them, or try again in a few seconds.`;
export const tooManyStreamsOnNetwork =
  'Many people on your network are speaking to Parley right now. {cost} Please try again in a few seconds.';
export const guestVoice = 'You’ve reached the voice limit for guests. Type instead, or sign up for free.';
export const networkVoice =
  'Your network has reached today’s voice limit for guests. Type instead, or sign up for free.';
export const freeNetworkVoice =
  'Your network has reached today’s voice limit for free accounts. Type instead, or come back after midnight UTC.';
export const allGuestsVoice =
  'Today’s voice input for guests has run out. Type instead, or sign up for free.';
export const allFreeVoice =
  'Today’s voice input for free accounts has run out. Type instead, or come back after midnight UTC.';
export const dayVoice = 'You’ve reached today’s voice limit. Type instead, or come back after midnight UTC.';
export const monthVoice = 'You’ve reached this month’s voice limit. Type instead, or come back next month.';
export const dayReadAloud =
  'You’ve reached today’s read-aloud limit. You can still read the text, or come back after midnight UTC.';
export const trialVoice =
  'You’ve used all the voice input of your free trial. Type instead, or come back when your trial ends.';
export const trialReadAloud =
  'You’ve used all the reading aloud of your free trial. You can still read the text, or come back when your trial ends.';
export const monthReadAloud =
  'You’ve reached this month’s read-aloud limit. You can still read the text, or come back next month.';

// Billing
export const noPayments = 'Payments aren’t available right now. {cost} Please try again later.';
export const priceChanged =
  'The price has changed. {cost} Reload the page to see the new price, then subscribe again.';
export const trialUsed =
  'You’ve already used your free trial. {cost} Check what you’ll pay today, then subscribe again.';
export const hasPremium = 'You already have Premium. {cost} See it under Manage Subscription.';
export const stillHasPremium = 'You still have Premium. {cost} Reactivate it under Manage Subscription.';
export const paymentDisputed =
  'Your bank is reviewing a disputed payment. {cost} Wait for the result, or cancel under Manage Subscription.';
export const paymentFailed = 'Your last payment failed. {cost} Update your card under Manage Subscription.';
export const cardGone = 'We no longer have that card. {cost} Enter your card again.';
export const tooManyCardForms = 'You’ve tried to subscribe too many times today. {cost} Try again tomorrow.';
export const tooManyCodes =
  'You’ve tried too many codes today. {cost} Continue without one, or try again tomorrow.';
export const codeUnknown = 'We don’t know this code. Check its spelling.';
export const codeExpired = 'This code has expired.';
export const codeUsedUp = 'This code has been used up.';
export const codeForNewcomers = 'This code is only for a first payment, and you have paid before.';
export const codeNeedsMore = 'This code needs a higher price. Try it with another plan.';
export const codeForOtherPlan = 'This code isn’t for this plan.';
export const codeUnusable = 'You can’t use this code here.';
export const formReplaced = 'This payment form is out of date. {cost} Reload the page, then choose a plan.';
export const stillWorking = 'We’re still working on your last attempt. {cost} Try again in a minute.';
export const alreadyWorking = 'We’re already working on this. {cost} Wait a moment, then check again.';
export const otherPurchaseStarted =
  'You’ve just started another purchase. {cost} Wait a moment, then try again.';
export const otherPurchaseRunning = 'You have another purchase in progress. {cost} Try again in a minute.';
export const nothingToCancel = 'You have no subscription to cancel. {cost} Reload the page to see your plan.';
export const subscriptionEnded = 'Your subscription has ended. {cost} Subscribe again to get Premium back.';
export const planUnchangeable =
  'Your plan can’t be changed right now. {cost} Reload the page to see your plan.';
export const hasPlan = 'You already have this plan. {cost} Reload the page to see it.';
export const offerOutdated =
  'The amount has changed since we showed it. {cost} Check it again, then confirm.';
export const changeDeclined =
  'Your card was declined, so your plan hasn’t changed. {cost} Update your payment method, then try again.';
export const nothingDue = 'You have no payment to confirm. {cost} Reload the page.';
export const noPaymentYet = 'You have no payment method or invoices yet. {cost} Subscribe first.';

// Stripe's webhook
export const wrongSignature = 'The signature is not Stripe’s.';
export const wrongMode = 'The event is from the wrong Stripe mode, live or test.';
export const noEventObject = 'The event has no object.';

// Node loads this file to build the documents, so it contains no JSX.

// Search results
export const translatorDescription =
  'Speak or type, read the translation, hear it: a voice and text translator for travellers.';
export const landingDescription =
  'Parley is a voice and text translator in your browser: speak or type, read the translation, and hear it read aloud. Free to try, without an account.';
export const androidDescription =
  'A complete React Native configuration for Android in a second: Gradle, manifest, Kotlin and more.';
export const privacyDescription =
  'Parley’s privacy policy: the data we store, for how long, and how to download or delete it.';

// Around each page
export const beta = 'Beta';
export const slogan = 'Parley. Speak or type. Read it. Hear it.';
export const privacyPolicy = 'Privacy Policy';
export const contact = 'Contact';
export const backToTranslator = 'Back to the translator';
export const updateReady = 'A new version of Parley is ready.';
export const updateRequested = 'Parley will reload when you’re done.';
export const reload = 'Reload';
export const notNow = 'Not now';

// The translator
export const translatorHeading = 'Parley, voice and text translator';
export const offlineTranslator = 'You’re offline. Saved phrases still work.';
export const quickActions = 'Quick Actions';
export const history = 'History';
export const settings = 'Settings';
export const speed = (factor: string) => `Speed ${factor}x`;
export const usage = 'Usage';
export const yourData = 'Your data';

// Subscription
export const premiumHeading = 'Parley Premium';
export const loadingPlans = 'Loading the plans…';
export const plansFailed = 'We couldn’t check your plan. Check your connection and try again.';
export const manageHeading = 'Manage Subscription';
export const loadingSubscription = 'Loading your subscription…';
export const checkingPayment = 'Checking your payment…';
export const paymentSucceeded = 'Your payment went through. Thank you.';
export const paymentSlow =
  'Your payment hasn’t gone through yet. After you change your card, it can take a few minutes.';
export const checkAgain = 'Check again';
export const subscriptionFailedTitle = 'Unable to Load Subscription';
export const subscriptionFailed = 'There was an error loading your subscription details.';
export const returnHome = 'Return Home';

// Pages that cannot be shown
export const notFoundTitle = 'Page Not Found';
export const notFoundBefore = 'We couldn’t find';
export const notFoundAfter = '. Check the address, or start again from the translator.';
export const forbiddenTitle = 'You don’t have access to this page';
export const forbidden = 'You can use everything else in Parley.';
export const offline = 'Offline';
export const offlineTitle = 'You’re offline';
export const needsConnection = 'This page needs a connection.';
export const loadsWhenOnline = 'This page needs a connection. It will load when you’re back online.';

// Parts of pages
export const close = 'Close';
export const dismiss = 'Dismiss';
export const reachToast = 'Press F8 to reach it.';
export const loading = 'Loading…';
export const showAsTable = 'Show as table';
export const noCharactersLeft = 'No characters left.';
export const charactersLeft = (characters: string) => `${characters} left.`;
export const tooManyCharacters = (characters: string, max: string) =>
  `${characters} too many. Shorten the text to ${max} characters to translate it.`;
export const freeAccountAllows = (max: string) => `A free account allows ${max}.`;
export const characterCount = (count: number, formatted: string) =>
  count === 1 ? '1 character' : `${formatted} characters`;
export const copied = 'Copied!';
export const copyFailedTitle = 'Copy Failed';
export const copyFailed = 'Unable to copy to clipboard. Select the text and copy it.';

// Failures
export const networkError = 'Network error. Please check your internet connection.';
export const busy = 'Parley is busy right now. Try again in a moment.';
export const sectionFailed = 'This section didn’t load.';
export const chartFailed = 'The chart didn’t load.';
export const tryAgain = 'Try again';
export const tryingAgain = 'Trying again…';

// Node loads this file to build the documents, so it contains no JSX.

// Descriptions for search engines
export const translatorDescription =
  'A voice and text translator for travellers. Speak or type, then read the translation or hear it.';
export const landingDescription =
  'Translate speech and text in your browser with Parley. Speak or type, then read the translation or hear it aloud. Free to try, no account needed.';
export const androidDescription =
  'Generate a complete Android configuration for React Native: Gradle, manifest, Kotlin and more.';
export const privacyDescription =
  'Parley’s privacy policy: what we store, for how long, and how to download or delete it.';

export const termsDescription =
  'Parley’s terms: the free trial, what Premium costs and includes, renewal, cancelling and fair use.';
export const refundsDescription =
  'When Parley pays back a Premium payment, and how to withdraw within 14 days in the European Union.';

// Policies
export const privacyTitle = 'Privacy Policy';
export const termsTitle = 'Terms of Service';
export const refundsTitle = 'Refunds and Withdrawal';
export const lastUpdated = (date: string) => `Last updated ${date}`;
export const inShort = 'In short';
export const onThisPage = 'On this page';
export const licences = 'Open-source licences';

// Around each page
export const beta = 'Beta';
export const slogan = 'Parley. Speak or type. Read it. Hear it.';
export const terms = 'Terms';
export const refunds = 'Refunds';
export const privacyPolicy = 'Privacy Policy';
export const contact = 'Contact';
export const backToTranslator = 'Back to the translator';
export const updateReady = 'A new version of Parley is ready.';
export const updateRequested = 'Parley will reload when you’re done.';
export const reload = 'Reload';
export const notNow = 'Not now';

// The translator
export const translatorHeading = 'Parley, voice and text translator';
export const offlineTranslator = 'You’re offline. Quick Actions still work.';
export const quickActions = 'Quick Actions';
export const history = 'History';
export const settings = 'Settings';
export const speed = (factor: string) => `Speed ${factor}x`;
export const usage = 'Usage';
export const yourData = 'Your data';

// Pages that cannot be shown
export const notFoundTitle = 'Page Not Found';
export const notFoundBefore = 'We couldn’t find';
export const notFoundAfter = '. Check the address, or start again from the translator.';
export const forbiddenTitle = 'You don’t have access to this page';
export const forbidden = 'You can still use the rest of Parley.';
export const offline = 'Offline';
export const offlineTitle = 'You’re offline';
export const needsConnection = 'This page needs an internet connection.';
export const loadsWhenOnline =
  'This page needs an internet connection. It will load when you’re back online.';

// Components
export const close = 'Close';
export const dismiss = 'Dismiss';
export const reachToast = 'Press F8 to go to this message.';
export const loading = 'Loading…';
export const showAsTable = 'Show as table';
export const noCharactersLeft = 'No characters left.';
export const charactersLeft = (characters: string) => `${characters} left.`;
export const tooManyCharacters = (characters: string, max: string) =>
  `${characters} over the limit. Shorten the text to ${max} characters or fewer.`;
export const notKept = (max: string) => `Text beyond ${max} characters isn’t kept.`;
export const freeAccountAllows = (max: string) => `With a free account you get ${max}.`;
export const characterCount = (count: number, formatted: string) =>
  count === 1 ? '1 character' : `${formatted} characters`;
export const copied = 'Copied!';
export const copyFailedTitle = 'Copy Failed';
export const copyFailed = 'Unable to copy to clipboard. Select the text and copy it.';

// Failures
export const notStarted = 'Parley didn’t load.';
export const networkError = 'Network error. Please check your internet connection.';
export const busy = 'Parley is busy right now. Try again in a moment.';
export const pageBrokenTitle = 'Something went wrong';
export const pageBroken = 'Parley stopped because of an error. Reload to go on.';
export const pageBrokenWithText =
  'Parley stopped because of an error. Your text is safe below, and will still be here after you reload.';
export const sectionBroken = 'This section stopped because of an error. The rest of the page still works.';
export const sectionFailed = 'This section didn’t load.';
export const chartFailed = 'The chart didn’t load.';
export const tryAgain = 'Try again';
export const tryingAgain = 'Trying again…';

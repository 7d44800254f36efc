import type { ReactNode } from 'react';
import type { Page } from '../../shared/routes.ts';
import { t } from '../language/message.ts';
import { rich } from '../language/rich.ts';

// Titles of pages
export const pageTitles: Readonly<Record<Page, string>> = {
  translator: t('Voice and text translator'),
  landing: t('Voice and text translator for travellers'),
  'android-setup': t('Android setup'),
  'privacy-policy': t('Privacy policy'),
  terms: t('Terms of service'),
  refunds: t('Refunds and withdrawal'),
  status: t('Status'),
  subscription: t('Subscription'),
  'subscription-management': t('Manage subscription'),
  analytics: t('User analytics'),
  performance: t('Performance dashboard'),
};

// The installed app
export const appName = t('Parley: voice and text translator');
export const appDescription = t(
  'Speak or type, read the translation, hear it: a voice and text translator for travellers.',
);
export const screenshot = t('The translator with a sentence and its translation');

// Descriptions for search engines
export const translatorDescription = t(
  'A voice and text translator for travellers. Speak or type, then read the translation or hear it.',
);
export const landingDescription = t(
  'Translate speech and text in your browser with Parley. Speak or type, then read the translation or hear it aloud. Free to try, no account needed.',
);
export const androidDescription = t(
  'Generate a complete Android configuration for React Native: Gradle, manifest, Kotlin and more.',
);
export const privacyDescription = t(
  'Parley’s privacy policy: what we store, for how long, and how to download or delete it.',
);

export const termsDescription = t(
  'Parley’s terms: the free trial, what Premium costs and includes, renewal, cancelling and fair use.',
);
export const refundsDescription = t(
  'When Parley pays back a Premium payment, and how to withdraw within 14 days in the European Union.',
);

// Policies
export const privacyTitle = t('Privacy Policy');
export const termsTitle = t('Terms of Service');
export const refundsTitle = t('Refunds and Withdrawal');
export const lastUpdated = (date: string) => t('Last updated {date}', { date });
export const inShort = t('In short');
export const onThisPage = t('On this page');
export const licences = t('Open-source licences');

// Around each page
export const beta = t('Beta');
export const slogan = t('Parley. Speak or type. Read it. Hear it.');
export const terms = t('Terms');
export const refunds = t('Refunds');
export const privacyPolicy = t('Privacy Policy');
export const status = t('Status');
export const contact = t('Contact');
export const backToTranslator = t('Back to the translator');
export const updateReady = t('A new version of Parley is ready.');
export const updateRequested = t('Parley will reload when you’re done.');
export const reload = t('Reload');
export const notNow = t('Not now');

// The translator
export const translatorHeading = t('Parley, voice and text translator');
export const offlineTranslator = t('You’re offline. Quick Actions still work.');
export const quickActions = t('Quick Actions');
export const history = t('History');
export const settings = t('Settings');
export const speed = (factor: string) => t('Speed {factor}x', { factor });
export const readyForOffline = t('Ready for offline');
export const usage = t('Usage');
export const yourData = t('Your data');

// Pages that cannot be shown
export const notFoundTitle = t('Page Not Found');
export const notFound = (address: ReactNode) =>
  rich(t('We couldn’t find <address/>. Check the address, or start again from the translator.'), { address });

export const forbiddenTitle = t('You don’t have access to this page');
export const forbidden = t('You can still use the rest of Parley.');
export const offline = t('Offline');
export const offlineTitle = t('You’re offline');
export const needsConnection = t('This page needs an internet connection.');
export const loadsWhenOnline = t(
  'This page needs an internet connection. It will load when you’re back online.',
);

// Components
export const close = t('Close');
export const dismiss = t('Dismiss');
export const notice = t('Notice');
export const notices = t('Notices (F8)');
export const reachToast = t('Press F8 to go to this message.');
export const loading = t('Loading…');
export const showAsTable = t('Show as table');
export const noCharactersLeft = t('No characters left.');
export const charactersLeft = (characters: string) => t('{characters} left.', { characters });
export const tooManyCharacters = (characters: string, max: string) =>
  t('{characters} over the limit. Shorten the text to {max} characters or fewer.', { characters, max });
export const notKept = (max: string) => t('Text beyond {max} characters isn’t kept.', { max });
export const freeAccountAllows = (max: string) => t('With a free account you get {max}.', { max });
export const characterCount = (count: number, formatted: string) =>
  t('{count, plural, one {{formatted} character} other {{formatted} characters}}', { count, formatted });
export const copied = t('Copied!');
export const copyFailedTitle = t('Copy Failed');
export const copyFailed = t('Unable to copy to clipboard. Select the text and copy it.');

// Failures
export const needsScript = t('Parley needs JavaScript to translate.');
export const notStarted = t('Parley didn’t load.');
export const networkError = t('Network error. Please check your internet connection.');
export const busy = t('Parley is busy right now. Try again in a moment.');
export const pageBrokenTitle = t('Something went wrong');
export const pageBroken = t('Parley stopped because of an error. Reload to go on.');
export const pageBrokenWithText = t(
  'Parley stopped because of an error. Your text is safe below, and will still be here after you reload.',
);
export const sectionBroken = t('This section stopped because of an error. The rest of the page still works.');
export const sectionFailed = t('This section didn’t load.');
export const chartFailed = t('The chart didn’t load.');
export const tryAgain = t('Try again');
export const tryingAgain = t('Trying again…');

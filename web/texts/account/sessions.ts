import { t } from '../../language/message.ts';

// Sessions
export const sessions = t('Where you’re logged in');
export const loadingSessions = t('Loading your sessions…');
export const sessionsFailed = t('Your sessions didn’t load. Check your connection and try again.');
export const browserOnSystem = (browser: string, system: string) =>
  t('{browser} on {system}', { browser, system });
export const unknownBrowser = t('Unknown browser');
export const thisBrowser = t('This browser');
export const signedInSince = (date: string) => t('Logged in: {date}', { date });
export const lastOpened = (time: string) => t('Last opened: {time}', { time });
export const endSession = t('Log out');
export const endSessionOf = (browser: string) => t('Log out: {browser}', { browser });
export const endOtherSessions = t('Log out all others');
export const sessionEnded = (browser: string) => t('Logged out: {browser}', { browser });
export const otherSessionsEnded = t('All others are logged out.');
export const endingFailed = (problem: string) => t('{problem} It may still be logged in.', { problem });

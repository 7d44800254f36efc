import { t } from '../language/message.ts';

export const loading = t('Loading your history…');
export const loadFailed = t('Couldn’t load your history.');
export const empty = t('No translations yet.');
export const emptyInPrivateMode = t('No translations yet. Private mode is on.');

// Search
export const search = t('Search your history');
export const clearSearch = t('Clear search');
export const starred = t('Starred');
export const noResults = t('No results.');
export const nothingStarred = t('Nothing starred yet.');
export const found = (count: number) => t('{count} found', { count });
export const foundSoFar = (count: number) => t('{count} found so far', { count });
export const period = t('When');
export const anyTime = t('Any time');
export const periods = {
  today: t('Today'),
  week: t('Last 7 days'),
  month: t('Last 30 days'),
  older: t('Earlier'),
};
export const languages = t('Languages');
export const anyLanguages = t('All languages');
export const nothingThere = t('Nothing from that time in those languages. Choose any time or all languages.');
export const searchFailed = t('Couldn’t search your history.');
export const offline = t('You’re offline. Only the history in this browser is shown.');

// List
export const list = t('Translations');
export const to = t('to');
export const unknownLanguage = t('Unknown language');
export const justNow = t('just now');

export const showAll = t('Show all');
export const showLess = t('Show less');
export const copy = t('Copy');
export const star = t('Star');
export const removeStar = t('Remove star');
export const pick = t('Use again');
export const remove = t('Remove');
export const removed = t('Removed');
export const clearing = t('Clearing…');
export const cleared = t('History cleared');
export const undo = t('Undo');
export const more = t('Show more');
export const loadingMore = t('Loading…');
export const loadMoreFailed = t('Couldn’t load more. Check your connection and try again.');

// Footer
export const savedInAccount = t('Saved in your account.');
export const savedInBoth = t('Saved in your account, and in this browser for offline use.');
export const storageStates = {
  saved: t('Saved in this browser.'),
  retrying: t('Not saved yet. Parley is trying again.'),
  full: t(
    'This browser is out of space, so your latest translations aren’t saved. Free up some space before you close or reload this page, or download them.',
  ),
  blocked: t(
    'Your browser won’t let Parley save anything. This history will be gone when you close or reload the page.',
  ),
  newer: t('A newer version of Parley saved your history. Reload the page to see it. Nothing was deleted.'),
  unavailable: t(
    'Your browser can’t open your history right now, so your latest translations aren’t saved. Keep this page open, or download them.',
  ),
};
export const saveAgain = t('Save again');
export const reload = t('Reload');
export const unreadable = (count: number) =>
  t(
    '{count, plural, one {This version of Parley can’t read one saved translation. It wasn’t deleted.} other {This version of Parley can’t read # saved translations. They weren’t deleted.}}',
    { count },
  );
export const premiumSaves = t('Premium also saves it to your account.');
export const premiumSavesNew = t(
  'Premium also saves new translations to your account. Existing ones stay there until you remove them.',
);
export const privateMode = t('Private mode');
export const privateModeHint = t('Translations in this tab aren’t saved until you turn this off.');
export const downloadCsv = t('Download CSV');
export const downloadJson = t('Download JSON');
export const preparing = t('Preparing your download…');
export const preparingCount = (count: number) => t('Preparing your download… {count} so far.', { count });
export const clear = t('Clear history');
export const clearTitle = t('Clear your history?');
export const clearWarning = t(
  'This removes all translations from this browser, including starred ones. You have a few seconds to undo it.',
);
export const clearWarningWithAccount = t(
  'This removes all translations from this browser and your account, including starred ones. You have a few seconds to undo it.',
);
export const keep = t('Keep it');

// Toasts
export const downloadedTitle = t('Downloaded');
export const downloaded = t('Saved to Downloads.');
export const notDownloadedTitle = t('Download Failed');
export const notDownloaded = t('Please check your internet connection and try again.');
export const notRemovedTitle = t('Not Removed');
export const notRemoved = t('The translation is still in your history. Please try again.');
export const notClearedTitle = t('History Not Fully Cleared');
export const notCleared = t('Some of your history is still in your account. Please try again.');
export const notSavedTitle = t('Not Saved');
export const notSaved = t('Your browser couldn’t save this change. Please try again.');

// The CSV file
export const csvHeadings = [t('Time'), t('From'), t('To'), t('Text'), t('Translation'), t('Starred')];
export const csvStarred = t('yes');

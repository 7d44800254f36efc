export const loading = 'Loading your history…';
export const loadFailed = 'Couldn’t load your history.';
export const empty = 'No translations yet.';
export const emptyInPrivateMode = 'No translations yet. Private mode is on.';

// Search
export const search = 'Search your history';
export const clearSearch = 'Clear search';
export const starred = 'Starred';
export const noResults = 'No results.';
export const nothingStarred = 'Nothing starred yet.';
export const found = (count: number) => `${count} found`;
export const foundSoFar = (count: number) => `${count} found so far`;
export const searchFailed = 'Couldn’t search your history.';
export const offline = 'You’re offline. Only the history in this browser is shown.';

// List
export const list = 'Translations';
export const to = 'to';
export const unknownLanguage = 'Unknown language';
export const justNow = 'just now';
export const ago = (count: number, unit: 'minute' | 'hour' | 'day') =>
  count === 1 && unit === 'day' ? 'yesterday' : `${count} ${unit}${count === 1 ? '' : 's'} ago`;
export const showAll = 'Show all';
export const showLess = 'Show less';
export const copy = 'Copy';
export const star = 'Star';
export const removeStar = 'Remove star';
export const pick = 'Use again';
export const remove = 'Remove';
export const removed = 'Removed';
export const clearing = 'Clearing…';
export const cleared = 'History cleared';
export const undo = 'Undo';
export const more = 'Show more';
export const loadingMore = 'Loading…';
export const loadMoreFailed = 'Couldn’t load more. Check your connection and try again.';

// Footer
export const savedInAccount = 'Saved in your account.';
export const savedInBoth = 'Saved in your account, and in this browser for offline use.';
export const storageStates = {
  saved: 'Saved in this browser.',
  retrying: 'Not saved yet. Parley is trying again.',
  full: 'This browser is out of space, so your latest translations aren’t saved. Free up some space before you close or reload this page, or download them.',
  blocked:
    'Your browser won’t let Parley save anything. This history will be gone when you close or reload the page.',
  newer: 'A newer version of Parley saved your history. Reload the page to see it. Nothing was deleted.',
  unavailable:
    'Your browser can’t open your history right now, so your latest translations aren’t saved. Keep this page open, or download them.',
};
export const saveAgain = 'Save again';
export const reload = 'Reload';
export const unreadable = (count: number) =>
  count === 1
    ? 'This version of Parley can’t read one saved translation. It wasn’t deleted.'
    : `This version of Parley can’t read ${count} saved translations. They weren’t deleted.`;
export const premiumSaves = 'Premium also saves it to your account.';
export const premiumSavesNew =
  'Premium also saves new translations to your account. Existing ones stay there until you remove them.';
export const privateMode = 'Private mode';
export const privateModeHint = 'Translations in this tab aren’t saved until you turn this off.';
export const downloadCsv = 'Download CSV';
export const downloadJson = 'Download JSON';
export const preparing = 'Preparing your download…';
export const preparingCount = (count: number) => `Preparing your download… ${count} so far.`;
export const clear = 'Clear history';
export const clearTitle = 'Clear your history?';
export const clearWarning =
  'This removes all translations from this browser, including starred ones. You have a few seconds to undo it.';
export const clearWarningWithAccount =
  'This removes all translations from this browser and your account, including starred ones. You have a few seconds to undo it.';
export const keep = 'Keep it';

// Toasts
export const downloadedTitle = 'Downloaded';
export const downloaded = 'Saved to Downloads.';
export const notDownloadedTitle = 'Download Failed';
export const notDownloaded = 'Please check your internet connection and try again.';
export const notRemovedTitle = 'Not Removed';
export const notRemoved = 'The translation is still in your history. Please try again.';
export const notClearedTitle = 'History Not Fully Cleared';
export const notCleared = 'Some of your history is still in your account. Please try again.';
export const notSavedTitle = 'Not Saved';
export const notSaved = 'Your browser couldn’t save this change. Please try again.';

// The CSV file
export const csvHeadings = ['Time', 'From', 'To', 'Text', 'Translation', 'Starred'];
export const csvStarred = 'yes';

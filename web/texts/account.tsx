import type { ReactNode } from 'react';

// Header
export const signUp = 'Sign up';
export const logOut = 'Logout';
export const accountMenu = 'Account menu';
export const manageSubscription = 'Manage Subscription';
export const upgrade = 'Upgrade to Premium';
export const userAnalytics = 'User Analytics';
export const performanceDashboard = 'Performance Dashboard';

// Session
export const sessionExpired = 'Session Expired';
export const logInAgain = 'Please log in again to continue.';
export const accountDeleted = 'Account Deleted';
export const signUpAgain = 'This account was deleted. Sign up again, or continue as a guest.';
export const loginFailed = 'Login Failed';
export const loginFailedText = 'You’re not logged in. Please try again.';
export const unauthorized = 'Unauthorized';
export const loggingInAgain = 'You are logged out. Logging in again...';
export const logInToSee = 'Log in to see this page.';
export const logIn = 'Log in';
export const offline = 'You’re offline. This page needs an internet connection.';
export const loginUnknown = 'We couldn’t confirm that you’re logged in.';
export const tryAgain = 'Try again';
export const tryingAgain = 'Trying again…';
export const oneMoment = 'One moment…';

// Settings
export const speechSpeed = 'Speech speed';
export const autoPlay = 'Auto-play';
export const autoPlayHint = 'Speak each translation when it arrives.';
export const sensitivity = 'Microphone sensitivity';
export const sensitivityUnused = 'Your browser handles speech recognition, so this has no effect.';
export const sensitivityHint = 'Turn it up if you speak softly, down if it’s noisy.';
export const pause = 'Pause that ends your speech';
export const pauseHint = 'Choose a longer one if Parley stops before you have finished.';
export const standardPause = 'Standard';
export const pauseOf = (seconds: number) => `${seconds} seconds`;
export const readAfterAnnouncement = 'Read aloud after the announcement';
export const readAfterAnnouncementHint =
  'For screen readers: auto-play waits, so that the two don’t talk at once.';
export const testSpeech = 'Test speech';
export const notRemembered = {
  unavailable:
    'Your browser won’t let Parley save anything, so some of your choices last only until you close or reload this page.',
  newer: 'A newer version of Parley has saved your choices. Reload the page to use them.',
};
export const saveFailed = 'Not saved yet. Your settings are safe in this browser, and Parley will try again.';

// Download and deletion
export const userData = 'Download everything we hold about you, or delete it.';
export const guestData = 'You have no account. We hold your settings and how many translations you’ve used.';
export const download = 'Download my data';
export const preparingDownload = 'Preparing your download…';
export const downloaded = 'Saved to Downloads.';
export const downloadFailed = 'Your data didn’t download. Check your connection and try again.';
export const deleteAccount = 'Delete my account';
export const deleteData = 'Delete my data';
export const deleteAccountTitle = 'Delete your account?';
export const deleteDataTitle = 'Delete your data?';
export const accountDeletion = 'We’ll permanently delete:';
export const deletedWithAccount = [
  'your account, including your name and email address',
  'your translation history, including the copy in this browser',
  'your settings',
  'your subscription, if you have one',
];
export const keptFromAccount =
  'We keep anonymous totals, and how much you used today and this month, so deleting can’t reset the limit. If you had the free trial, we keep codes made from your email address and card, so the trial can’t be used twice. Stripe keeps the payment records the law requires. Backups expire after 35 days.';
export const dataDeletion =
  'We’ll permanently delete your settings, here and on our servers, and the history in this browser.';
export const keptFromGuest =
  'We keep the number of free translations you’ve used, without their text, so deleting can’t reset the limit.';
export const confirmationWord = 'DELETE';
export const typeToConfirm = (word: ReactNode) => (
  <>
    <span>You can’t undo this. To continue, type </span>
    {word}
    <span>.</span>
  </>
);
export const keepIt = 'Keep it';
export const deleting = 'Deleting…';
export const loggedOut =
  'You’re logged out. If you can still log in, your account wasn’t deleted. Log in and try again.';
export const unknownProblem = 'Something went wrong.';
export const deleteFailed = (problem: string) =>
  `${problem} Some of your data may not have been deleted yet. Please try again.`;

import { t } from '../language/message.ts';

// Header
export const signUp = t('Sign up');
export const logOut = t('Logout');
export const accountMenu = t('Account menu');
export const manageSubscription = t('Manage Subscription');
export const upgrade = t('Upgrade to Premium');
export const userAnalytics = t('User Analytics');
export const performanceDashboard = t('Performance Dashboard');

// Session
export const sessionExpired = t('Session Expired');
export const logInAgain = t('Please log in again to continue.');
export const accountDeleted = t('Account Deleted');
export const signUpAgain = t('This account was deleted. Sign up again, or continue as a guest.');
export const loginFailed = t('Login Failed');
export const loginFailedText = t('You’re not logged in. Please try again.');
export const unauthorized = t('Unauthorized');
export const loggingInAgain = t('You are logged out. Logging in again...');
export const logInToSee = t('Log in to see this page.');
export const logIn = t('Log in');
export const offline = t('You’re offline. This page needs an internet connection.');
export const loginUnknown = t('We couldn’t confirm that you’re logged in.');
export const tryAgain = t('Try again');
export const tryingAgain = t('Trying again…');
export const oneMoment = t('One moment…');

// Account
export const account = t('Account');

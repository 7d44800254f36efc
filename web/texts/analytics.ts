import { t } from '../language/message.ts';

export const title = t('User Analytics');
export const description = t('Signups, subscriptions and revenue. All dates are in UTC.');
export const mayBeBlocked = t(
  'An ad blocker may be holding these figures back. Allow this page in your ad blocker, then reload it.',
);

// Totals
export const totals = t('Totals');
export const totalsFailed = t('Totals didn’t load.');
export const totalUsers = t('Total users');
export const premiumUsers = t('Premium users');
export const trialUsers = t('Trial users');
export const conversionRate = t('Conversion rate');

// Charts and their tables
export const chartSummary = (subject: string, days: number, total: string, peak: string, peakDay: string) =>
  t('{subject} per day in the last {days} days: {total} in total, with a peak of {peak} on {peakDay}.', {
    subject,
    days,
    total,
    peak,
    peakDay,
  });
export const date = t('Date');

// Signups
export const signupTrend = t('Signup Trend');
export const signupsFailed = t('Signups didn’t load.');
export const loadingSignups = t('Loading signups…');
export const noSignupsInDays = (days: number) => t('No signups in the last {days} days.', { days });
export const lastDays = (days: number) => t('Last {days} days', { days });
export const signups = t('Signups');
export const signupCount = (count: number, formatted: string) =>
  t('{count, plural, one {{formatted} signup} other {{formatted} signups}}', { count, formatted });
export const newestDays = (days: number) => t('Latest {days} days', { days });
export const signupsPerDay = (days: number) => t('Signups per day, last {days} days', { days });

// Revenue
export const revenue = t('Revenue');
export const period = t('Period');
export const periodDays = (days: number) => t('{days} days', { days });
export const revenueInDays = (money: string, days: number) =>
  t('{money} in the last {days} days', { money, days });
export const revenueFailed = t('Revenue didn’t load.');
export const loadingRevenue = t('Loading revenue…');
export const totalRevenue = t('Total revenue');
export const monthlyRecurringRevenue = t('Monthly recurring revenue');
export const activeSubscriptions = t('Active subscriptions');
export const churnRate = t('Churn rate');
export const noPayments = (days: number) => t('No payments in the last {days} days.', { days });
export const revenuePerDay = t('Revenue per day');
export const revenuePerDayInDays = (days: number) => t('Revenue per day, last {days} days', { days });

// Usage
export const usage = t('Usage');
export const noUsage = t('No usage yet. Each day’s usage appears after midnight UTC.');
export const usagePerDay = t('Usage per day');
export const users = t('Users');
export const translations = t('Translations');
export const characters = t('Characters');
export const speechSeconds = t('Speech to text (s)');
export const spokenCharacters = t('Read aloud (characters)');
export const guestTranslations = t('Guest translations');
export const guestCharacters = t('Guest characters');

// Users
export const recentUsers = t('Recent Users');
export const recentUsersTable = t('Recent users');
export const noUsers = t('No signups yet.');
export const loadingUsers = t('Loading users…');
export const usersFailed = t('Users didn’t load.');
export const usersPageFailed = t('That page didn’t load.');
export const user = t('User');
export const unnamedUser = (idEnding: string) => t('User {idEnding}', { idEnding });
export const status = t('Status');
export const premium = t('Premium');
export const joined = t('Joined');
export const ends = t('Trial/Subscription Ends');
export const free = t('Free');
export const trialEnds = (day: string) => t('Trial: {day}', { day });
export const subscriptionEnds = (day: string) => t('Sub: {day}', { day });
export const pagesOfUsers = t('Pages of users');
export const showing = (first: string, last: string, total: string) =>
  t('Showing {first} to {last} of {total} users', { first, last, total });
export const previous = t('Previous');
export const next = t('Next');

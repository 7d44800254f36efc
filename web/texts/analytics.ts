export const title = 'User Analytics';
export const description = 'Signups, subscriptions and revenue. All dates are in UTC.';

// Totals
export const totals = 'Totals';
export const totalsFailed = 'Totals didn’t load.';
export const totalUsers = 'Total users';
export const premiumUsers = 'Premium users';
export const trialUsers = 'Trial users';
export const conversionRate = 'Conversion rate';

// Charts and their tables
export const chartSummary = (subject: string, days: number, total: string, peak: string, peakDay: string) =>
  `${subject} per day in the last ${days} days: ${total} in total, with a peak of ${peak} on ${peakDay}.`;
export const date = 'Date';

// Signups
export const signupTrend = 'Signup Trend';
export const signupsFailed = 'Signups didn’t load.';
export const loadingSignups = 'Loading signups…';
export const noSignupsInDays = (days: number) => `No signups in the last ${days} days.`;
export const lastDays = (days: number) => `Last ${days} days`;
export const signups = 'Signups';
export const signupCount = (count: number, formatted: string) =>
  `${formatted} ${count === 1 ? 'signup' : 'signups'}`;
export const newestDays = (days: number) => `Latest ${days} days`;
export const signupsPerDay = (days: number) => `Signups per day, last ${days} days`;

// Revenue
export const revenue = 'Revenue';
export const period = 'Period';
export const periodDays = (days: number) => `${days} days`;
export const revenueInDays = (money: string, days: number) => `${money} in the last ${days} days`;
export const revenueFailed = 'Revenue didn’t load.';
export const loadingRevenue = 'Loading revenue…';
export const totalRevenue = 'Total revenue';
export const monthlyRecurringRevenue = 'Monthly recurring revenue';
export const activeSubscriptions = 'Active subscriptions';
export const churnRate = 'Churn rate';
export const noPayments = (days: number) => `No payments in the last ${days} days.`;
export const revenuePerDay = 'Revenue per day';
export const revenuePerDayInDays = (days: number) => `Revenue per day, last ${days} days`;

// Usage
export const usage = 'Usage';
export const noUsage = 'No usage yet. Each day’s usage appears after midnight UTC.';
export const usagePerDay = 'Usage per day';
export const users = 'Users';
export const translations = 'Translations';
export const characters = 'Characters';
export const speechSeconds = 'Speech to text (s)';
export const spokenCharacters = 'Read aloud (characters)';
export const guestTranslations = 'Guest translations';
export const guestCharacters = 'Guest characters';

// Users
export const recentUsers = 'Recent Users';
export const recentUsersTable = 'Recent users';
export const noUsers = 'No signups yet.';
export const loadingUsers = 'Loading users…';
export const usersFailed = 'Users didn’t load.';
export const usersPageFailed = 'That page didn’t load.';
export const user = 'User';
export const unnamedUser = (idEnding: string) => `User ${idEnding}`;
export const status = 'Status';
export const premium = 'Premium';
export const joined = 'Joined';
export const ends = 'Trial/Subscription Ends';
export const free = 'Free';
export const trialEnds = (day: string) => `Trial: ${day}`;
export const subscriptionEnds = (day: string) => `Sub: ${day}`;
export const pagesOfUsers = 'Pages of users';
export const showing = (first: string, last: string, total: string) =>
  `Showing ${first} to ${last} of ${total} users`;
export const previous = 'Previous';
export const next = 'Next';

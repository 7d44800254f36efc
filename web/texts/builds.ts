import { t } from '../language/message.ts';

export const title = t('Performance Dashboard');
export const description = t('Build times and deployment metrics');
export const outdated = (moment: string) =>
  t('The latest figures didn’t load. These are from {moment}.', { moment });
export const tryAgain = t('Try again');
export const notAvailable = t('N/A');

// Overview
export const overview = t('Overview');
export const overviewFailed = t('The overview didn’t load.');
export const averageBuildTime = t('Avg Build Time');
export const successRate = t('Success Rate');
export const totalBuilds = t('Total Builds');
export const nodeVersion = t('Node Version');
export const countedBuilds = (count: number) =>
  t('Based on the latest {count} builds of all types in the past 90 days.', { count });

// Filters
export const buildType = t('Build type');
export const allBuilds = t('All Builds');
export const development = t('Development');
export const production = t('Production');
export const deployment = t('Deployment');
export const period = t('Period');
export const periodDays = (days: number) => t('{days}d', { days });
export const shownBuilds = (type: string, days: number) => t('{type}, last {days} days', { type, days });

// Trends and builds
export const metricsTitles = { trends: t('Daily Trends'), builds: t('Recent Builds') };
export const metricsFailed = { trends: t('Trends didn’t load.'), builds: t('Builds didn’t load.') };
export const loadingMetrics = { trends: t('Loading trends…'), builds: t('Loading builds…') };

// Trends
export const timePerDay = t('Average build time per day (UTC)');
export const timePerDayChart = (days: number) =>
  t('Average build time per day in the last {days} days. The table has the exact values.', { days });
export const buildCount = (count: number, formatted: string) =>
  t('{count, plural, one {{formatted} build} other {{formatted} builds}}', { count, formatted });
export const buildsWithSuccess = (builds: string, percent: string) =>
  t('{builds}, {percent} successful', { builds, percent });
export const dailyTrends = t('Daily trends');
export const date = t('Date');
export const builds = t('Builds');
export const averageTime = t('Avg Time');
export const success = t('Success');

// Recent builds
export const noBuildsYet = t('No build metrics available yet. Builds will appear here once tracked.');
export const noBuilds = (isOneType: boolean, days: number) =>
  isOneType
    ? t('No builds of this type in the last {days} days.', { days })
    : t('No builds in the last {days} days.', { days });
export const recentBuilds = t('Recent builds');
export const buildId = t('Build ID');
export const type = t('Type');
export const typeNames = { development: t('Dev'), production: t('Prod'), deployment: t('Deploy') };
export const status = t('Status');
export const statusNames = new Map([
  ['success', t('Success')],
  ['failed', t('Failed')],
  ['running', t('Running')],
]);
export const duration = t('Duration');
export const bundleSize = t('Bundle Size');
export const memory = t('Memory');
export const started = t('Started');

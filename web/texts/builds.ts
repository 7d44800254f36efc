export const title = 'Performance Dashboard';
export const description = 'Build times and deployment metrics';
export const outdated = (moment: string) => `The latest figures didn’t load. These are from ${moment}.`;
export const tryAgain = 'Try again';
export const notAvailable = 'N/A';

// Overview
export const overview = 'Overview';
export const overviewFailed = 'The overview didn’t load.';
export const averageBuildTime = 'Avg Build Time';
export const successRate = 'Success Rate';
export const totalBuilds = 'Total Builds';
export const nodeVersion = 'Node Version';
export const countedBuilds = (count: number) =>
  `Based on the latest ${count} builds of all types in the past 90 days.`;

// Filters
export const buildType = 'Build type';
export const allBuilds = 'All Builds';
export const development = 'Development';
export const production = 'Production';
export const deployment = 'Deployment';
export const period = 'Period';
export const periodDays = (days: number) => `${days}d`;
export const shownBuilds = (type: string, days: number) => `${type}, last ${days} days`;

// Trends and builds
export const metricsTitles = { trends: 'Daily Trends', builds: 'Recent Builds' };
export const metricsFailed = { trends: 'Trends didn’t load.', builds: 'Builds didn’t load.' };
export const loadingMetrics = { trends: 'Loading trends…', builds: 'Loading builds…' };

// Trends
export const timePerDay = 'Average build time per day (UTC)';
export const timePerDayChart = (days: number) =>
  `Average build time per day in the last ${days} days. The table has the exact values.`;
export const buildCount = (count: number, formatted: string) =>
  `${formatted} ${count === 1 ? 'build' : 'builds'}`;
export const buildsWithSuccess = (builds: string, percent: string) => `${builds}, ${percent} successful`;
export const dailyTrends = 'Daily trends';
export const date = 'Date';
export const builds = 'Builds';
export const averageTime = 'Avg Time';
export const success = 'Success';

// Recent builds
export const noBuildsYet = 'No build metrics available yet. Builds will appear here once tracked.';
export const noBuilds = (isOneType: boolean, days: number) =>
  `No builds${isOneType ? ' of this type' : ''} in the last ${days} days.`;
export const recentBuilds = 'Recent builds';
export const buildId = 'Build ID';
export const type = 'Type';
export const typeNames = { development: 'Dev', production: 'Prod', deployment: 'Deploy' };
export const status = 'Status';
export const statusNames = new Map([
  ['success', 'Success'],
  ['failed', 'Failed'],
  ['running', 'Running'],
]);
export const duration = 'Duration';
export const bundleSize = 'Bundle Size';
export const memory = 'Memory';
export const started = 'Started';

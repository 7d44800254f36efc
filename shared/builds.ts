/** What a build is for. */
export const buildTypes = ['development', 'production', 'deployment'] as const;

export type BuildType = (typeof buildTypes)[number];

/** How a build stands; the page shows other words as they are. */
export const buildStatuses = ['success', 'failed', 'running'] as const;

export type BuildStatus = (typeof buildStatuses)[number];

/** For how many days the dashboard looks back. */
export const buildPeriods = [7, 30, 90] as const;

/** Of the newest builds, how many the dashboard counts. */
export const countedBuilds = 100;

/** Of the newest builds, how many the dashboard lists. */
export const listedBuilds = 10;

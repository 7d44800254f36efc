export const buildTypes = ['development', 'production', 'deployment'] as const;

export type BuildType = (typeof buildTypes)[number];

/** The page shows other values unchanged. */
export const buildStatuses = ['success', 'failed', 'running'] as const;

export type BuildStatus = (typeof buildStatuses)[number];

export const buildPeriods = [7, 30, 90] as const;

export const maxCountedBuilds = 100;

export const maxListedBuilds = 10;

export const buildTypes = ['development', 'production', 'deployment'] as const;

export type BuildType = (typeof buildTypes)[number];

export const buildStatuses = ['success', 'failed', 'running'] as const;

export type BuildStatus = (typeof buildStatuses)[number];

export const buildPeriods = [7, 30, 90] as const;

/** The overview's figures cover at most this many builds. */
export const maxCountedBuilds = 100;

export const maxListedBuilds = 10;

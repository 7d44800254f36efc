export const buildTypes = ['development', 'production', 'deployment'] as const;

export type BuildType = (typeof buildTypes)[number];

export type BuildStatus = 'success' | 'failed' | 'running';

export const buildPeriods = [7, 30, 90] as const;

/** The overview's figures cover at most this many builds. */
export const maxCountedBuilds = 100;

export const maxListedBuilds = 10;

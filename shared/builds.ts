export const buildTypes = ['development', 'production', 'deployment'] as const;

export type BuildType = (typeof buildTypes)[number];

/** The page shows other values unchanged. */
export const buildStatuses = ['success', 'failed', 'running'] as const;

export type BuildStatus = (typeof buildStatuses)[number];

/** In days. */
export const buildPeriods = [7, 30, 90] as const;

/** The newest builds that the dashboard counts. */
export const countedBuilds = 100;

/** The newest builds that the dashboard lists. */
export const listedBuilds = 10;

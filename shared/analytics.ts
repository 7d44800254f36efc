export const revenuePeriods = [7, 30] as const;

export const trendDays = 30;

export const usersPerPage = 10;

/** Over how many days revenue can be looked at. */
export const revenuePeriods = [7, 30] as const;

/** How many days of signups are shown. */
export const trendDays = 30;

/** Users on a page of the list. */
export const usersPerPage = 10;

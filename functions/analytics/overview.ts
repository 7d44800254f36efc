import { overview } from '../../shared/api/analytics.schema.ts';
import { endpoint } from '../endpoint.ts';
import { isOperator, requireDashboardAccess } from './audience.ts';
import { readDayFigures, readTotalFigures, toPercent } from './figures.ts';

export const handler = endpoint('analytics.overview', overview, async (_input, caller) => {
  requireDashboardAccess(caller);
  const [totals, days] = await Promise.all([readTotalFigures(), readDayFigures(trendDays)]);
  return {
    overview: {
      totalUsers: totals.users,
      premiumUsers: totals.paying,
      trialUsers: totals.trials,
      conversionRate: toPercent(totals.paying, totals.users),
    },
    signupTrend: days.map(({ date, signups }) => ({ date, signups })),
    ...(isOperator(caller) && {
      usage: days.toReversed().flatMap(({ date, dayUsage }) => (dayUsage ? [{ date, ...dayUsage }] : [])),
    }),
  };
});

const trendDays = 30;

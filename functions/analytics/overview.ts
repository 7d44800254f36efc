import { trendDays } from '../../shared/analytics.ts';
import { overview } from '../../shared/api/analytics.schema.ts';
import { endpoint } from '../endpoint.ts';
import { requireAudience } from './audience.ts';
import { percent, readDayFigures, readTotalFigures } from './figures.ts';

/** How many users there are, what they are, and how many came lately. */
export const handler = endpoint('analytics.overview', overview, async (_input, caller) => {
  requireAudience(caller);
  const [{ users, live, trials }, days] = await Promise.all([readTotalFigures(), readDayFigures(trendDays)]);
  return {
    overview: {
      totalUsers: users,
      premiumUsers: live,
      trialUsers: trials,
      conversionRate: percent(live, users),
    },
    signupTrend: days.map(({ date, signups }) => ({ date, signups })),
  };
});

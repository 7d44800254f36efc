import { revenue } from '../../shared/api/analytics.schema.ts';
import { endpoint } from '../endpoint.ts';
import { requireDashboardAccess } from './audience.ts';
import { type Day, readDayFigures, readTotalFigures, toPercent } from './figures.ts';

export const handler = endpoint('analytics.revenue', revenue, async ({ period }, caller) => {
  requireDashboardAccess(caller);
  const [totals, days] = await Promise.all([readTotalFigures(), readDayFigures(period)]);
  const ended = sum(days, 'ended');
  const payingAtStart = totals.paying - sum(days, 'began') + ended;
  return {
    period,
    totalRevenue: toDollars(sum(days, 'revenueCents')),
    monthlyRecurringRevenue: toDollars(totals.yearlyCents / 12),
    activeSubscriptions: totals.paying,
    churnRate: toPercent(ended, payingAtStart),
    revenueTrend: days.map(({ date, revenueCents }) => ({ date, revenue: toDollars(revenueCents) })),
  };
});

function sum(days: readonly Day[], count: 'began' | 'ended' | 'revenueCents'): number {
  return days.reduce((total, day) => total + day[count], 0);
}

function toDollars(cents: number): number {
  return Math.round(cents) / 100;
}

import type { Sheet } from '../charts/csv.ts';
import type { Overview, Revenue, UsersPage } from './queries.ts';
import { statusBadges } from './user-text.ts';

export function buildSignupsSheet(trend: Overview['signupTrend']): Sheet {
  return {
    fileName: `parley-signups-${trend.at(-1)?.date}.csv`,
    rows: [['Date', 'Signups'], ...trend.map(({ date, signups }) => [date, signups])],
  };
}

export function buildRevenueSheet({ period, revenueTrend }: Revenue): Sheet {
  return {
    fileName: `parley-revenue-${period}-days-${revenueTrend.at(-1)?.date}.csv`,
    rows: [['Date', 'Revenue (USD)'], ...revenueTrend.map(({ date, revenue }) => [date, revenue.toFixed(2)])],
  };
}

export function buildUsersSheet({ users, pagination }: UsersPage): Sheet {
  return {
    fileName: `parley-users-page-${pagination.page}.csv`,
    rows: [
      ['ID', 'First name', 'Last name', 'E-mail', 'Status', 'Joined', 'Trial ends', 'Subscription ends'],
      ...users.map((user) => [
        user.id,
        user.firstName,
        user.lastName,
        user.email,
        statusBadges[user.subscriptionStatus].label,
        user.createdAt,
        user.trialEndsAt,
        user.subscriptionEndsAt,
      ]),
    ],
  };
}

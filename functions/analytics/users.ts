import { users } from '../../shared/api/analytics.schema.ts';
import { endpoint } from '../endpoint.ts';
import { parseUserId } from '../tables/profiles.ts';
import { getSubscription } from '../tables/subscription.ts';
import { isOperator, requireDashboardAccess } from './audience.ts';
import { type Profile, readDirectory, usersPerPage } from './directory.ts';
import { readTotalFigures } from './figures.ts';

export const handler = endpoint('analytics.users', users, async (input, caller) => {
  requireDashboardAccess(caller);
  const [totals, { profiles, next }] = await Promise.all([
    readTotalFigures(),
    readDirectory(input, caller.signal),
  ]);
  const pageCount = Math.ceil(totals.users / usersPerPage);
  return {
    users: profiles.map((profile) => ({ ...toRow(profile), ...(!isOperator(caller) && noNames) })),
    pagination: {
      page: input.page,
      limit: usersPerPage,
      totalUsers: totals.users,
      // The totals may lag behind what was read.
      totalPages:
        next === null && profiles.length > 0 ? input.page : Math.max(pageCount, next ? input.page + 1 : 1),
      next,
    },
  };
});

function toRow(profile: Profile) {
  const { status, trialEndsAt, endsAt } = getSubscription(profile);
  return {
    id: parseUserId(profile),
    firstName: profile.firstName,
    lastName: profile.lastName,
    email: profile.email,
    subscriptionStatus: status,
    createdAt: profile.createdAt,
    trialEndsAt,
    subscriptionEndsAt: endsAt,
  };
}

const noNames = { firstName: null, lastName: null, email: null };

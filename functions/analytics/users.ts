import { usersPerPage } from '../../shared/analytics.ts';
import { users } from '../../shared/api/analytics.schema.ts';
import { endpoint } from '../endpoint.ts';
import { getSubscription } from '../tables/subscription.ts';
import { isOperator, requireAudience } from './audience.ts';
import { type Profile, readDirectory } from './directory.ts';
import { readTotalFigures } from './figures.ts';

/** All users, newest first, page by page. Whose rows they are, operators alone are told. */
export const handler = endpoint('analytics.users', users, async (input, caller) => {
  requireAudience(caller);
  const [totals, { profiles, page, previous, next }] = await Promise.all([
    readTotalFigures(),
    readDirectory(input, caller.signal),
  ]);
  const pagesInAll = Math.ceil(totals.users / usersPerPage);
  return {
    users: profiles.map((profile) => ({
      ...rowOf(profile),
      ...(isOperator(caller) ? personOf(profile) : nobody),
    })),
    pagination: {
      page,
      limit: usersPerPage,
      totalUsers: totals.users,
      // What was read knows better than the totals whether there is another page.
      totalPages: next === null ? page : Math.max(pagesInAll, page + 1),
      previous,
      next,
    },
  };
});

function rowOf(profile: Profile) {
  const { status, trialEndsAt, endsAt } = getSubscription(profile);
  return {
    id: profile.pk.slice('USER#'.length),
    subscriptionStatus: status,
    createdAt: profile.createdAt,
    trialEndsAt,
    subscriptionEndsAt: endsAt,
  };
}

function personOf({ firstName, lastName, email }: Profile) {
  return { firstName, lastName, email };
}

const nobody = { firstName: null, lastName: null, email: null };

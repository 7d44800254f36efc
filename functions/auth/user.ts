import { user } from '../../shared/api/auth.schema.ts';
import { seesDashboards } from '../analytics/audience.ts';
import { endpoint } from '../endpoint.ts';

export const handler = endpoint('auth.user', user, async (_input, { userId, groups, profile }) => {
  const { email, firstName, lastName } = profile;
  return {
    id: userId,
    email,
    firstName,
    lastName,
    groups: [...groups],
    seesDashboards: seesDashboards({ groups }),
  };
});

import type { ProfileItem } from '../../../functions/tables/users.ts';

/** The profile of a new user in the table `users`. */
export function profileOf(id: string, extra: Partial<ProfileItem> = {}): ProfileItem {
  return {
    pk: `USER#${id}`,
    sk: 'PROFILE',
    kind: 'user',
    createdAt: new Date().toISOString(),
    email: `${id}@parley.example`,
    firstName: 'Ada',
    lastName: 'Lovelace',
    ...extra,
  };
}

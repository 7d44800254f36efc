import type { ProfileItem } from '../../../functions/tables/users.ts';

/** Somebody who has just signed up, as the table `users` holds them. */
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

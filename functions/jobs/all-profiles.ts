import { readItems } from '../tables/batches.ts';
import { type Key, queryPages } from '../tables/table.ts';
import { type ProfileItem, usersTable } from '../tables/users.ts';

/** All profiles created until a moment, oldest first. The index may be a moment late. */
export async function* readAllProfiles(until: string): AsyncGenerator<ProfileItem[]> {
  const pages = queryPages<Key>({
    TableName: usersTable(),
    IndexName: 'by-creation',
    KeyConditionExpression: 'kind = :user AND createdAt <= :until',
    ExpressionAttributeValues: { ':user': 'user', ':until': until },
    Limit: 100,
  });
  for await (const keys of pages) yield readItems<ProfileItem>(usersTable(), keys);
}

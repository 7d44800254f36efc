import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documents, type ProfileItem, type Totals, usersTable } from '../tables/users.ts';
import { contributionOf, difference, totalNames } from './contribution.ts';

/**
 * Adds to the totals what a write has made of a profile. While the profiles are counted anew (`jobs/recount.ts`), it
 * is added to those sums, too, as far as they hold the profile.
 */
export async function count(before: ProfileItem | undefined, after: ProfileItem | undefined): Promise<void> {
  const change = difference(contributionOf(before), contributionOf(after));
  const createdAt = (after ?? before)?.createdAt;
  if (!createdAt || totalNames.every((name) => change[name] === 0)) return;
  // A recount may begin, end, or pass the profile in between: then it is the other one.
  while (!(await add(change, createdAt, 'not-held')) && !(await add(change, createdAt, 'held')));
}

async function add(change: Totals, createdAt: string, recount: 'held' | 'not-held'): Promise<boolean> {
  const sums = totalNames.map((name) => `recount.#${name} = recount.#${name} + :${name}`);
  const update = new UpdateCommand({
    TableName: usersTable(),
    Key: { pk: 'STATS', sk: 'TOTALS' },
    UpdateExpression: `${recount === 'held' ? `SET ${sums.join(', ')} ` : ''}${additions}`,
    ConditionExpression:
      recount === 'held'
        ? 'recount.#through >= :createdAt'
        : 'attribute_not_exists(recount) OR recount.#through < :createdAt',
    ExpressionAttributeNames: {
      '#through': 'through',
      ...Object.fromEntries(totalNames.map((name) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: {
      ':createdAt': createdAt,
      ':one': 1,
      ...Object.fromEntries(totalNames.map((name) => [`:${name}`, change[name]])),
    },
  });
  return documents.send(update).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    },
  );
}

const additions = `ADD ${totalNames.map((name) => `#${name} :${name}`).join(', ')}, counted :one`;

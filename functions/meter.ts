import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { giveBackFailed } from './events.ts';
import { retries } from './retries.ts';
import { type Counters, usageTable } from './usage-table.ts';
import { documents } from './users-table.ts';

/** Attribute to how much of it. */
export type Amounts = Readonly<Record<string, number>>;

/**
 * Counts before something is bought: all amounts, or none of them where one would go over its ceiling. It may
 * count twice where an answer of the database is lost, and never less than was asked.
 *
 * @param most ceilings by attribute
 * @param forget attributes that go away with it
 * @returns whether it was counted
 */
export async function count(
  counters: Counters,
  amounts: Amounts,
  most: Amounts,
  forget: readonly string[] = [],
): Promise<boolean> {
  if (Object.entries(amounts).some(([name, amount]) => amount > (most[name] ?? Infinity))) return false;
  const guarded = Object.keys(amounts).filter((name) => most[name] !== undefined);
  const { dayShard } = counters;
  try {
    await documents.send(
      new UpdateCommand({
        TableName: usageTable(),
        Key: { pk: counters.pk, sk: counters.sk },
        UpdateExpression: [
          `SET expiresAt = :expiresAt${dayShard ? ', dayShard = :dayShard' : ''}`,
          additions(amounts),
          forget.length > 0 ? `REMOVE ${forget.join()}` : '',
        ].join(' '),
        ...(guarded.length > 0 && {
          ConditionExpression: guarded
            .map((name) => `(attribute_not_exists(#${name}) OR #${name} <= :${name}Before)`)
            .join(' AND '),
        }),
        ExpressionAttributeNames: namesOf(amounts),
        ExpressionAttributeValues: {
          ':expiresAt': counters.expiresAt,
          ':dayShard': dayShard,
          ...valuesOf(amounts),
          ...Object.fromEntries(
            guarded.map((name) => [`:${name}Before`, (most[name] ?? 0) - (amounts[name] ?? 0)]),
          ),
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/**
 * Gives back what was counted for something that failed. It is tried once: where nobody knows whether it was
 * done, it is not done again, so that never more comes back than was counted. It does not throw.
 */
export async function giveBack(counters: Counters, amounts: Amounts): Promise<void> {
  const taken = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, -amount]));
  await onceOnly
    .send(
      new UpdateCommand({
        TableName: usageTable(),
        Key: { pk: counters.pk, sk: counters.sk },
        UpdateExpression: additions(taken),
        // Counters that were removed meanwhile must not come back below nothing.
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: namesOf(taken),
        ExpressionAttributeValues: valuesOf(taken),
      }),
    )
    .catch((error: unknown) => giveBackFailed({ error }));
}

/** The same connections, without another attempt. */
const onceOnly = DynamoDBDocumentClient.from(
  new DynamoDBClient({ retryStrategy: retries(1), requestHandler: documents.config.requestHandler }),
);

function additions(amounts: Amounts): string {
  return `ADD ${Object.keys(amounts)
    .map((name) => `#${name} :${name}`)
    .join()}`;
}

function namesOf(amounts: Amounts): Record<string, string> {
  return Object.fromEntries(Object.keys(amounts).map((name) => [`#${name}`, name]));
}

function valuesOf(amounts: Amounts): Record<string, number> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [`:${name}`, amount]));
}

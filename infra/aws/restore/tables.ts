import {
  type AttributeValue,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  paginateScan,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  TableNotFoundException,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';

/**
 * Makes `target` as `source` was, unless an earlier run has begun it, and waits until it can be read.
 * @throws the client's own errors, such as `InvalidRestoreTimeException`
 */
export async function restoreTable(
  client: DynamoDBClient,
  { source, target, from }: { source: string; target: string; from: Date },
): Promise<void> {
  if (!(await hasTable(client, target))) {
    await client.send(
      new RestoreTableToPointInTimeCommand({
        SourceTableName: source,
        TargetTableName: target,
        RestoreDateTime: from,
      }),
    );
  }
  await waitUntilTableExists(
    { client, maxWaitTime: 24 * 3_600, minDelay: 1, maxDelay: 30 },
    { TableName: target },
  );
  await protect(client, target);
}

/** DynamoDB does not restore these settings. */
async function protect(client: DynamoDBClient, table: string): Promise<void> {
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: table }));
  if (TimeToLiveDescription?.AttributeName === undefined) {
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: table,
        TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      }),
    );
  }
  await client.send(
    new UpdateContinuousBackupsCommand({
      TableName: table,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    }),
  );
  await client.send(new UpdateTableCommand({ TableName: table, DeletionProtectionEnabled: true }));
}

async function hasTable(client: DynamoDBClient, table: string): Promise<boolean> {
  try {
    await client.send(new DescribeTableCommand({ TableName: table }));
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException || error instanceof TableNotFoundException) return false;
    throw error;
  }
}

/** All items, as DynamoDB writes them. */
export async function* readItems(
  client: DynamoDBClient,
  table: string,
): AsyncGenerator<Readonly<Record<string, AttributeValue>>> {
  for await (const page of paginateScan({ client }, { TableName: table, ConsistentRead: true })) {
    yield* page.Items ?? [];
  }
}

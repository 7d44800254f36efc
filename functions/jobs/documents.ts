import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** DynamoDB for work that nobody waits for: it is patient with a busy table. */
export const documents = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    maxAttempts: 8,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  }),
);

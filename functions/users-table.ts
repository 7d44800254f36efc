import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** DynamoDB, with a budget that leaves a request time to answer: 2 attempts of at most 2 seconds. */
export const documents = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
  }),
  { marshallOptions: { removeUndefinedValues: true } },
);

/** The item of one target language's quick phrases. */
export interface PhrasesItem {
  readonly pk: `PHRASES#${string}`;
  readonly sk: 'PHRASES';
  /** Phrase id to its original text and the translation of that text. */
  readonly phrases: Readonly<Record<string, { text: string; translatedText: string }>>;
}

export function usersTable(): string {
  const name = process.env.USERS_TABLE;
  if (!name) throw new Error('USERS_TABLE is not set');
  return name;
}

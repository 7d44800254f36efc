import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { signUp, type Visitor, visit } from './session.ts';

/** Somebody new who is signed in and has Premium. */
export async function visitPremium(url: string, database: string): Promise<Visitor> {
  const visitor = visit(url);
  await signUp(visitor);
  const { id } = (await (await visitor.fetch('/api/auth/user')).json()) as { id: string };
  await makePremium(database, id);
  return visitor;
}

/** Writes an active subscription onto the profile. */
export async function makePremium(database: string, userId: string): Promise<void> {
  await documents(database).send(
    new UpdateCommand({
      TableName: 'users',
      Key: { pk: `USER#${userId}`, sk: 'PROFILE' },
      UpdateExpression: 'SET subscription = :subscription',
      ExpressionAttributeValues: {
        ':subscription': {
          status: 'active',
          isPremium: true,
          plan: 'parley_monthly',
          trialEndsAt: null,
          endsAt: '2099-01-01T00:00:00.000Z',
        },
      },
    }),
  );
}

/** Puts translations into somebody's history, a minute apart, the last one the newest. */
export async function keepTranslations(database: string, userId: string, kept: Kept[]): Promise<void> {
  const items = kept.map(({ text, translatedText, ...rest }, index) => {
    const createdMs = Date.now() - (kept.length - index) * 60_000;
    return {
      pk: `USER#${userId}`,
      sk: `HISTORY#${ulid(createdMs)}`,
      text,
      translatedText,
      sourceLanguage: rest.sourceLanguage ?? 'en-US',
      targetLanguage: rest.targetLanguage ?? 'es-ES',
      createdAt: new Date(createdMs).toISOString(),
      fingerprint: `of ${index}`,
      searched: `${text}\n${translatedText}`.toLowerCase(),
    };
  });
  for (let from = 0; from < items.length; from += 25) {
    const users = items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }));
    await documents(database).send(new BatchWriteCommand({ RequestItems: { users } }));
  }
}

interface Kept {
  readonly text: string;
  readonly translatedText: string;
  readonly sourceLanguage?: string;
  readonly targetLanguage?: string;
}

function documents(endpoint: string): DynamoDBDocumentClient {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  return DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region: 'us-east-1', credentials }));
}

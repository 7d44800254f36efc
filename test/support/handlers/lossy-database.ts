import { afterAll } from 'vitest';
import { startDynamoDb } from '../../../infra/local/database/dynamodb.ts';
import { startLossyProxy } from '../parley/provider-proxy.ts';

/** A database whose answers can be lost, for the functions of this file. */
export async function startLossyDatabase(): Promise<Awaited<ReturnType<typeof startLossyProxy>>> {
  const database = await startDynamoDb();
  const proxy = await startLossyProxy(database.url);
  afterAll(async () => {
    await proxy.stop();
    await database.stop();
  });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: proxy.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    USAGE_TABLE: 'usage',
    SPEECH_TABLE: 'speech',
    SIGNING_SECRET: 'signing-secret-of-the-tests',
  });
  return proxy;
}

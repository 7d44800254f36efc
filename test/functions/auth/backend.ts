import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { parseSetCookie } from 'cookie';
import { afterAll, beforeEach, vi } from 'vitest';
import type { ProfileItem } from '../../../functions/users-table.ts';
import { startDynamoDb } from '../../../infra/local/dynamodb.ts';
import { type ApiRequest, apiEvent, lambdaContext, originSecret, siteOrigin } from '../../event.ts';
import { startIssuer } from '../../tokens.ts';

/** What handlers need to run in the test's own process: tables and an issuer, named by the environment. */
export async function startBackend() {
  const [database, issuer] = await Promise.all([startDynamoDb(), startIssuer()]);
  const environment = {
    ...issuer.environment,
    SITE_ORIGIN: siteOrigin,
    ORIGIN_SECRET: originSecret,
    SIGNING_SECRET: 'signing-secret-of-the-tests',
    USERS_TABLE: 'users',
    USAGE_TABLE: 'usage',
    AWS_ENDPOINT_URL_DYNAMODB: database.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  afterAll(async () => {
    await Promise.all([database.stop(), issuer.stop()]);
  });
  let printed = '';
  beforeEach(() => {
    printed = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      printed += chunk;
      return true;
    });
  });
  const documents = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: database.url,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
  );
  return {
    issuer,
    /** Everything that was logged in this test. */
    printed: () => printed,
    put: async (item: object) =>
      void (await documents.send(new PutCommand({ TableName: 'users', Item: item }))),
    read: async (pk: string, sk: string) =>
      (await documents.send(new GetCommand({ TableName: 'users', Key: { pk, sk }, ConsistentRead: true })))
        .Item,
    remove: async (pk: string, sk: string) =>
      void (await documents.send(new DeleteCommand({ TableName: 'users', Key: { pk, sk } }))),
    /** A user who has signed in before. */
    makeUser: async (item: Partial<ProfileItem> = {}): Promise<string> => {
      const userId = randomUUID();
      const profile: ProfileItem = {
        pk: `USER#${userId}`,
        sk: 'PROFILE',
        kind: 'user',
        createdAt: '2026-11-01T08:00:00.000Z',
        email: 'ada@example.com',
        firstName: 'Ada',
        lastName: 'Byron',
        ...item,
      };
      await documents.send(new PutCommand({ TableName: 'users', Item: profile }));
      return userId;
    },
  };
}

/** Calls a handler as a browser with these cookies, whose names are short here: `access`, `login-…`. */
export async function call(
  handler: Handler,
  request: Omit<ApiRequest, 'cookies' | 'method'> & { method?: string; cookies?: Record<string, string> },
): Promise<Answer> {
  const { cookies = {}, ...rest } = request;
  const event = apiEvent({
    method: 'GET',
    ...rest,
    cookies: Object.entries(cookies).map(([name, value]) => `${cookieName(name)}=${value}`),
  });
  const { statusCode, headers, body = '', cookies: sent = [] } = await handler(event, lambdaContext());
  return {
    status: statusCode ?? 200,
    headers: headers ?? {},
    body,
    json: () => JSON.parse(body),
    cookies: new Map(
      sent.map((line) => {
        const cookie = parseSetCookie(line);
        return [shortName(cookie.name), cookie];
      }),
    ),
  };
}

/** What the browser has after an answer. */
export function keep(cookies: Record<string, string>, answer: Answer): Record<string, string> {
  const kept = new Map(Object.entries(cookies));
  for (const [name, { value = '', maxAge }] of answer.cookies) {
    if (maxAge === 0) kept.delete(name);
    else kept.set(name, value);
  }
  return Object.fromEntries(kept);
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
  json(): Record<string, unknown>;
  /** By their short names. */
  readonly cookies: Map<string, ReturnType<typeof parseSetCookie>>;
}

export function cookieName(name: string): string {
  return name === 'signed-in' ? 'parley_signed_in' : `__Host-parley_${name.replaceAll('-', '_')}`;
}

function shortName(name: string): string {
  return name.replace(/^(__Host-)?parley_/, '').replaceAll('_', '-');
}

type Handler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { ulid } from 'ulid';
import { afterAll, beforeEach, onTestFinished, vi } from 'vitest';
import { sign } from '../../../functions/request/signing.ts';
import type { ProfileItem } from '../../../functions/tables/users.ts';
import { startDynamoDb } from '../../../infra/local/database/dynamodb.ts';
import { profileOf } from '../people/profiles.ts';
import { type ApiRequest, apiEvent, lambdaContext, originSecret, siteOrigin } from './event.ts';
import { type Issuer, startIssuer } from './tokens.ts';

/** A database and an issuer of sessions for handlers under test. */
export interface InProcess {
  readonly issuer: Issuer;
  /** A signed-in user with a profile. */
  user(profile?: Partial<ProfileItem>): Promise<Someone>;
  /** A guest with a cookie. */
  guest(): Someone;
  /** Everything of a partition, in order. */
  items(table: Table, partition: string): Promise<Record<string, unknown>[]>;
  /** Everything of a table. */
  all(table: Table): Promise<Record<string, unknown>[]>;
  item(table: Table, pk: string, sk: string): Promise<Record<string, unknown> | undefined>;
  put(table: Table, ...items: Record<string, unknown>[]): Promise<void>;
  remove(table: Table, pk: string, sk: string): Promise<void>;
  /** Log lines of the handlers in this test. */
  logged(): string;
}

export interface Someone {
  readonly id: string;
  /** The key of their items. */
  readonly partition: string;
  /** The key of their counters. */
  readonly counters: string;
  readonly cookies: string[];
}

/** Sets the handlers' environment. Call it before importing one. */
export async function startInProcess(): Promise<InProcess> {
  const [database, issuer] = await Promise.all([startDynamoDb(), startIssuer()]);
  Object.assign(process.env, issuer.environment, {
    SITE_ORIGIN: siteOrigin,
    ORIGIN_SECRET: originSecret,
    SIGNING_SECRET: 'signing-secret-of-the-tests',
    TRIAL_SECRET: 'trial-secret-of-the-tests',
    USERS_TABLE: 'users',
    USAGE_TABLE: 'usage',
    BUILDS_TABLE: 'builds',
    SPEECH_TABLE: 'speech',
    AWS_ENDPOINT_URL_DYNAMODB: database.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: database.url }));
  let log = '';
  beforeEach(() => {
    log = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      log += chunk;
      return true;
    });
  });
  afterAll(async () => {
    documents.destroy();
    await Promise.all([database.stop(), issuer.stop()]);
  });

  const put: InProcess['put'] = async (table, ...items) => {
    for (let from = 0; from < items.length; from += 25) {
      const requests = items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }));
      await documents.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
    }
  };
  return {
    issuer,
    put,
    user: async (profile = {}) => {
      const id = randomUUID();
      const item = profileOf(id, { email: `${id}@example.com`, ...profile });
      await documents.send(new PutCommand({ TableName: 'users', Item: item }));
      const cookies = [`__Host-parley_access=${await issuer.mint({ sub: id })}`, 'parley_signed_in=1'];
      return {
        id,
        partition: item.pk,
        counters: `USER#${sign('person', item.email.toLowerCase())}`,
        cookies,
      };
    },
    guest: () => {
      const id = ulid();
      const cookies = [`__Host-parley_guest=${id}.${sign('guest', id)}`];
      return { id, partition: `GUEST#${id}`, counters: `GUEST#${id}`, cookies };
    },
    items: async (table, partition) => {
      const { Items = [] } = await documents.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': partition },
        }),
      );
      return Items;
    },
    all: async (table) => (await documents.send(new ScanCommand({ TableName: table }))).Items ?? [],
    item: async (table, pk, sk) => {
      const { Item } = await documents.send(new GetCommand({ TableName: table, Key: { pk, sk } }));
      return Item;
    },
    remove: async (table, pk, sk) => {
      await documents.send(new DeleteCommand({ TableName: table, Key: { pk, sk } }));
    },
    logged: () => log,
  };
}

/** The headers of a browser on our page, with a person's cookies. */
export async function call(handler: Handler, request: ApiRequest, someone?: Someone): Promise<Answer> {
  const cookies = someone?.cookies ?? [];
  const answer = await handler(apiEvent({ cookies, ...request }), lambdaContext());
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers ?? {},
    body: answer.isBase64Encoded ? answer.body : JSON.parse(answer.body ?? 'null'),
    cookies: answer.cookies ?? [],
  };
}

/**
 * Runs something concurrent after a client's first command of that name in this test, before its sender continues.
 */
export function rightAfter(client: DynamoDBDocumentClient, command: string, happens: () => Promise<unknown>) {
  let isOver = false;
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const answer = await next(args);
      if (context.commandName === command && !isOver) {
        isOver = true;
        await happens();
      }
      return answer;
    },
    { step: 'initialize', name: 'race', override: true },
  );
  onTestFinished(() => void client.middlewareStack.remove('race'));
}

/**
 * Runs something before each request of a client, until the returned function is called or the test ends.
 * The request throws what it throws.
 */
export function beforeRequests(
  client: DynamoDBDocumentClient,
  happens: (command: string, input: string) => unknown,
): () => void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        await happens(`${commandName}`, JSON.stringify(args.input));
        return next(args);
      },
    { step: 'initialize', name: 'before-requests', override: true },
  );
  const end = () => void client.middlewareStack.remove('before-requests');
  onTestFinished(end);
  return end;
}

/** Throws on requests that contain these words, like a broken database. */
export function breaks(words: RegExp) {
  return (command: string, input: string): void => {
    if (words.test(`${command} ${input}`)) throw new Error('broken');
  };
}

/** Loses the answer to a client's first command that contains these words, so the client retries. */
export function loseAnswer(client: DynamoDBDocumentClient, words: string): void {
  let isOver = false;
  client.middlewareStack.add(
    (next) => async (args) => {
      const answer = await next(args);
      if (isOver || !JSON.stringify(args.input).includes(words)) return answer;
      isOver = true;
      throw Object.assign(new Error('lost'), { name: 'TimeoutError' });
    },
    { step: 'deserialize', name: 'loss', override: true },
  );
  onTestFinished(() => void client.middlewareStack.remove('loss'));
}

/** A premium user's subscription. */
export const premium = {
  subscription: {
    status: 'active',
    isPremium: true,
    plan: 'parley_monthly',
    trialEndsAt: null,
    endsAt: '2099-01-01T00:00:00.000Z',
  },
} as const satisfies Partial<ProfileItem>;

export interface Answer {
  readonly status: number;
  readonly headers: APIGatewayProxyStructuredResultV2['headers'] & object;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  readonly body: any;
  /** `Set-Cookie` lines. */
  readonly cookies: string[];
}

type Table = 'users' | 'usage' | 'builds' | 'speech';

type Handler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

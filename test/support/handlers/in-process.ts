import { randomUUID } from 'node:crypto';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ulid } from 'ulid';
import { afterAll, afterEach, expect, onTestFinished } from 'vitest';
import { clientWithoutRetries } from '../../../functions/meters/reservations.ts';
import { sign } from '../../../functions/request/signing.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import type { ProfileItem } from '../../../functions/tables/users.ts';
import { startDynamoDb } from '../../../infra/local/database/dynamodb.ts';
import type { Handler } from '../../../infra/local/gateway/gateway.ts';
import { runOutside } from '../../../infra/local/gateway/running-function.ts';
import { documentsAt, putAll, removeAll, scanAll } from '../parley/local.ts';
import { monthly, profileOf } from '../people/profiles.ts';
import { type ApiRequest, apiEvent, functionEnvironment, invoke } from './event.ts';
import { catchLog } from './log-lines.ts';
import { startIssuer } from './tokens.ts';
import { watchCommands } from './unfinished.ts';

export interface Someone {
  readonly id: string;
  /** The key of their items. */
  readonly partition: string;
  /** The key of their counters. */
  readonly counters: string;
  readonly cookies: string[];
}

/** A database and an issuer of sessions for handlers. Sets their environment: call it before importing one. */
export async function startInProcess() {
  const refusals: string[] = [];
  const onRefused = (refusal: string) => refusals.push(refusal);
  const [database, issuer] = await Promise.all([startDynamoDb(undefined, { onRefused }), startIssuer()]);
  Object.assign(process.env, functionEnvironment, issuer.environment, {
    SIGNING_SECRET: 'signing-secret-of-the-tests',
    TRIAL_SECRET: 'trial-secret-of-the-tests',
    AWS_ENDPOINT_URL_DYNAMODB: database.url,
  });
  // A busy machine may hold an answer back for seconds. Another attempt would count twice, as it may on AWS.
  for (const client of [documentClient, clientWithoutRetries]) {
    watchCommands(client);
    (client.config.requestHandler as unknown as Updatable).updateHttpClientConfig('socketTimeout', 60_000);
  }
  const documents = documentsAt(database.url);
  afterAll(async () => {
    documents.destroy();
    await Promise.all([database.stop(), issuer.stop()]);
  });

  // A function may go on after a refusal that fails nothing else.
  afterEach(() => expect(refusals.splice(0)).toEqual([]));

  return {
    issuer,
    put: (table: Table, ...items: Item[]) => putAll(documents, table, items),
    /** A signed-in user with a profile. */
    user: async (profile: Partial<ProfileItem> = {}): Promise<Someone> => {
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
    guest: (): Someone => {
      const id = ulid();
      const cookies = [`__Host-parley_guest=${id}.${sign('guest', id)}`];
      return { id, partition: `GUEST#${id}`, counters: `GUEST#${id}`, cookies };
    },
    items: async (table: Table, partition: string): Promise<Item[]> => {
      const { Items = [] } = await documents.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': partition },
        }),
      );
      return Items;
    },
    all: async (table: Table): Promise<Item[]> =>
      (await documents.send(new ScanCommand({ TableName: table }))).Items ?? [],
    item: async (table: Table, pk: string, sk: string): Promise<Item | undefined> => {
      const { Item } = await documents.send(new GetCommand({ TableName: table, Key: { pk, sk } }));
      return Item;
    },
    /** Deletes all items. */
    clear: (...tables: Table[]) =>
      Promise.all(tables.map(async (table) => removeAll(documents, table, await scanAll(documents, table)))),
    remove: async (table: Table, pk: string, sk: string) => {
      await documents.send(new DeleteCommand({ TableName: table, Key: { pk, sk } }));
    },
    /** Log lines of this test. */
    logged: catchLog(),
  };
}

/** The headers of a browser on our page, with a person's cookies. */
export async function call(handler: Handler, request: ApiRequest, someone?: Someone): Promise<Answer> {
  const cookies = someone?.cookies ?? [];
  const answer = await invoke(handler, apiEvent({ cookies, ...request }));
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
        await runOutside(happens);
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
        await runOutside(() => happens(`${commandName}`, JSON.stringify(args.input)));
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
export const premium = { subscription: monthly };

export interface Answer {
  readonly status: number;
  readonly headers: APIGatewayProxyStructuredResultV2['headers'] & object;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  readonly body: any;
  /** `Set-Cookie` lines. */
  readonly cookies: string[];
}

/** The SDK's handler of requests, as it is in Node. */
interface Updatable {
  updateHttpClientConfig(key: 'socketTimeout', durationMs: number): void;
}

type Item = Record<string, unknown>;

type Table = 'users' | 'usage' | 'builds' | 'speech';

import http, { type RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { CreateTableCommand, DescribeTableCommand, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { close, documentsAt, listen, putAll, scanAll } from '../parley/local.ts';

/**
 * Before a local database, which has no backups: DynamoDB's recovery of points in time. `keep` keeps one; a restored
 * table is the last one before the wanted time. As at AWS, a restored table has no time to live, recovery or protection.
 */
export async function startPointInTime(database: string, tables: readonly string[]) {
  const documents = documentsAt(database);
  const points: { at: number; items: Map<string, object[]> }[] = [];
  /** By table: the settings that were made. */
  const settings = new Map<string, string[]>();

  const answers: Record<string, (input: Input) => Promise<object> | object> = {
    RestoreTableToPointInTime: async ({
      SourceTableName = '',
      TargetTableName = '',
      RestoreDateTime = 0,
    }) => {
      const point = points.findLast(({ at }) => at <= RestoreDateTime * 1_000);
      if (!point) throw new Refusal('InvalidRestoreTimeException', 'The restore time is out of range.');
      await createLike(documents, SourceTableName, TargetTableName);
      await putAll(documents, TargetTableName, point.items.get(SourceTableName) ?? []);
      return { TableDescription: { TableName: TargetTableName, TableStatus: 'CREATING' } };
    },
    DescribeTimeToLive: ({ TableName = '' }) => ({
      TimeToLiveDescription: settings.get(TableName)?.includes('UpdateTimeToLive')
        ? { AttributeName: 'expiresAt', TimeToLiveStatus: 'ENABLED' }
        : { TimeToLiveStatus: 'DISABLED' },
    }),
    ...Object.fromEntries(
      ['UpdateTimeToLive', 'UpdateContinuousBackups', 'UpdateTable'].map((action) => [
        action,
        ({ TableName = '' }: Input) => {
          const made = settings.get(TableName) ?? [];
          if (action === 'UpdateTimeToLive' && made.includes(action))
            throw new Refusal('ValidationException', 'TimeToLive is already enabled');
          settings.set(TableName, [...made, action]);
          return {};
        },
      ]),
    ),
  };
  const server = http.createServer(forwardUnless(database, answers));
  return {
    url: await listen(server),
    settings: settings as ReadonlyMap<string, readonly string[]>,
    keep: async () => {
      const items = new Map<string, object[]>();
      for (const table of tables) items.set(table, await scanAll<object>(documents, table));
      points.push({ at: Date.now(), items });
    },
    stop: () => close(server),
  };
}

function forwardUnless(
  database: string,
  answers: Record<string, (input: Input) => Promise<object> | object>,
): RequestListener {
  return async (request, response) => {
    const action = `${request.headers['x-amz-target']}`.split('.').at(-1) ?? '';
    const body = await json(request);
    const answer = answers[action];
    const type = { 'content-type': 'application/x-amz-json-1.0' };
    if (answer) {
      try {
        const answered = JSON.stringify(await answer(body as Input));
        response.writeHead(200, type).end(answered);
      } catch (error) {
        const isRefusal = error instanceof Refusal;
        const { code, message } = isRefusal ? error : { code: 'InternalServerError', message: `${error}` };
        response
          .writeHead(isRefusal ? 400 : 500, type)
          .end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${code}`, message }));
      }
      return;
    }
    const { authorization = '', 'x-amz-date': date = '' } = request.headers;
    const headers = {
      ...type,
      authorization,
      'x-amz-date': `${date}`,
      'x-amz-target': `${request.headers['x-amz-target']}`,
    };
    const upstream = await fetch(database, { method: 'POST', headers, body: JSON.stringify(body) });
    response.writeHead(upstream.status, type).end(await upstream.text());
  };
}

async function createLike(documents: DynamoDBDocumentClient, source: string, target: string): Promise<void> {
  const { Table } = await documents.send(new DescribeTableCommand({ TableName: source }));
  const { AttributeDefinitions, KeySchema } = Table ?? {};
  await documents.send(
    new CreateTableCommand({
      TableName: target,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema,
      AttributeDefinitions: AttributeDefinitions?.filter(({ AttributeName }) =>
        KeySchema?.some((key) => key.AttributeName === AttributeName),
      ),
    }),
  );
  // Until then, writes find no table.
  await waitUntilTableExists(
    { client: documents, minDelay: 1, maxDelay: 1, maxWaitTime: 60 },
    { TableName: target },
  );
}

class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

interface Input {
  readonly SourceTableName?: string;
  readonly TargetTableName?: string;
  readonly RestoreDateTime?: number;
  readonly TableName?: string;
}

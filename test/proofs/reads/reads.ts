import type { BatchGetCommandInput, DynamoDBDocumentClient, QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { startDynamoDb } from '../../../infra/local/database/dynamodb.ts';
import { apiEvent, lambdaContext, originSecret, siteOrigin } from '../../support/handlers/event.ts';
import { startIssuer } from '../../support/handlers/tokens.ts';
import { readerId, seedDays, seedUsers } from './seed.ts';

/** Only one per process: handlers keep their database. */
export async function countReads(sizes: readonly number[]) {
  const [database, issuer] = await Promise.all([startDynamoDb(), startIssuer()]);
  Object.assign(process.env, issuer.environment, {
    AWS_ENDPOINT_URL_DYNAMODB: database.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    SITE_ORIGIN: siteOrigin,
    ORIGIN_SECRET: originSecret,
    USERS_TABLE: 'users',
    BUILDS_TABLE: 'builds',
  });
  const { documentClient } = await import('../../../functions/tables/users.ts');
  const requests = await requestsOf([`__Host-parley_access=${await issuer.mint({ sub: readerId })}`]);
  const figures: Record<string, Record<number, number>> = {};
  await seedDays(documentClient);
  let users = 0;
  for (const size of sizes) {
    await seedUsers(documentClient, users, size);
    users = size;
    const reads = countItems(documentClient);
    for await (const name of requests()) figures[name] = { ...figures[name], [size]: reads.take() };
    reads.stop();
  }
  documentClient.destroy();
  await Promise.all([database.stop(), issuer.stop()]);
  const growing = Object.keys(figures).filter((name) => new Set(Object.values(figures[name] ?? {})).size > 1);
  return { figures, growing };
}

/** In the order in which a browser sends them: each step starts where the last one led. */
async function requestsOf(cookies: string[]) {
  const { handler: overview } = await import('../../../functions/analytics/overview.ts');
  const { handler: revenue } = await import('../../../functions/analytics/revenue.ts');
  const { handler: users } = await import('../../../functions/analytics/users.ts');
  const { handler: builds } = await import('../../../functions/builds/overview.ts');
  const { handler: metrics } = await import('../../../functions/builds/metrics.ts');
  const get = async (handler: Handler, query: Record<string, string | null> = {}) => {
    const event = apiEvent({ method: 'GET', path: '/api', query: query as Record<string, string>, cookies });
    const { statusCode, body = '' } = await handler(event, lambdaContext());
    if (statusCode !== 200) throw new Error(`${JSON.stringify(query)} is answered ${statusCode}: ${body}`);
    return JSON.parse(body).pagination as Pagination;
  };

  return async function* each(): AsyncGenerator<string> {
    await get(overview);
    yield 'analytics.overview';
    await get(revenue, { period: '30' });
    yield 'analytics.revenue';
    const first = await get(users);
    yield 'analytics.users, page 1';
    await get(users, { page: '2', cursor: first.next });
    yield 'analytics.users, from page 1 to the next';
    const fiftieth = await get(users, { page: '50' });
    yield 'analytics.users, page 50 without a cursor';
    await get(users, { page: '51', cursor: fiftieth.next });
    yield 'analytics.users, from page 50 to the next';
    await get(builds);
    yield 'builds.overview';
    await get(metrics);
    yield 'builds.metrics, 7 days';
    await get(metrics, { days: '90' });
    yield 'builds.metrics, 90 days';
  };
}

/** Counts as DynamoDB charges, with missing keys and filtered items. */
function countItems(documents: DynamoDBDocumentClient) {
  let items = 0;
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const answer = await next(args);
        items += itemsRead[commandName as keyof typeof itemsRead](args.input, answer.output);
        return answer;
      },
    { step: 'initialize', name: 'reads' },
  );
  return {
    take: () => {
      const taken = items;
      items = 0;
      return taken;
    },
    stop: () => documents.middlewareStack.remove('reads'),
  };
}

/** Any other command writes, or reads too much. */
const itemsRead = {
  GetItemCommand: () => 1,
  BatchGetItemCommand: (input: object) =>
    Object.values((input as BatchGetCommandInput).RequestItems ?? {}).reduce(
      (sum, { Keys = [] }) => sum + Keys.length,
      0,
    ),
  QueryCommand: (_input: object, output: object) => (output as QueryCommandOutput).ScannedCount ?? 0,
};

type Handler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

interface Pagination {
  readonly previous: string | null;
  readonly next: string | null;
}

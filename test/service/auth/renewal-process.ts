import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type EndpointId, endpointIds } from '../../../shared/api/index.ts';
import { lambdaContext } from '../../support/handlers/event.ts';

/**
 * One function in a process of its own, as Lambda runs it: answers the events that it is sent, all at once, and
 * says how often it asked the login for new tokens meanwhile.
 */
const id = endpointIds.find((each) => each === process.argv[2]) as EndpointId;
const { handler } = await import(`../../../functions/${id.replace('.', '/')}.ts`);

let renewals = 0;
const realFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const target = new Headers(init?.headers).get('x-amz-target') ?? '';
  if (target.endsWith('.GetTokensFromRefreshToken')) renewals += 1;
  return realFetch(input, init);
};

process.on('message', async (events: APIGatewayProxyEventV2[]) => {
  const answers: APIGatewayProxyStructuredResultV2[] = await Promise.all(
    events.map((event) => handler(event, lambdaContext())),
  );
  process.send?.({ statuses: answers.map(({ statusCode }) => statusCode), renewals } satisfies Outcome);
});
process.send?.('ready');

export interface Outcome {
  readonly statuses: (number | undefined)[];
  readonly renewals: number;
}

import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * Gives each request its own attempts within a time budget. The SDK's strategy shares one budget per process, and a
 * failed condition, which is an ordinary answer here, does not refill it: after some 35 lost answers it retries
 * nothing.
 */
export function createRetryStrategy(maxAttempts: number): NonNullable<DynamoDBClientConfig['retryStrategy']> {
  return {
    acquireInitialRetryToken: async () => createToken(0, performance.now() + budgetMs),
    refreshRetryTokenForRetry: async (token, { errorType }) => {
      const retriesSoFar = token.getRetryCount();
      const pauseMs = Math.random() * (errorType === 'THROTTLING' ? 500 : 50) * 2 ** retriesSoFar;
      const isLate = performance.now() + pauseMs > (token as Token).until;
      if (errorType === 'CLIENT_ERROR' || retriesSoFar + 1 >= maxAttempts || isLate)
        throw new Error('No attempt is left');
      await wait(pauseMs);
      return createToken(retriesSoFar + 1, (token as Token).until);
    },
    recordSuccess: () => {},
  };
}

const budgetMs = 6_000;

function createToken(retryCount: number, until: number) {
  return { getRetryCount: () => retryCount, getRetryDelay: () => 0, until };
}

type Token = ReturnType<typeof createToken>;

/**
 * DynamoDB answers within milliseconds, so silence is retried after 2.5 seconds. A shorter time-out would retry on a busy
 * machine, and a retried write may count twice. Waiting for one of 50 connections is not silence.
 */
export const documentClient = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    retryStrategy: createRetryStrategy(4),
    requestHandler: { connectionTimeout: 10_000, socketTimeout: 2_500 },
  }),
  { marshallOptions: { removeUndefinedValues: true } },
);

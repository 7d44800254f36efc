import { setTimeout as wait } from 'node:timers/promises';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

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

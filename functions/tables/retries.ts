import { setTimeout as wait } from 'node:timers/promises';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

/**
 * So many attempts for each request, a little later each time, and none that would begin when its budget is over: a
 * database that says nothing is not asked again by everybody until their functions end. The SDK's own strategy lets
 * all requests of a process share one budget, and does not give back what was spent when the answer is that a
 * condition does not hold, which is an ordinary answer here: after some 35 lost answers nothing is ever tried again.
 */
export function retries(maxAttempts: number): NonNullable<DynamoDBClientConfig['retryStrategy']> {
  return {
    acquireInitialRetryToken: async () => tokenOf(0, performance.now() + budgetMs),
    refreshRetryTokenForRetry: async (token, { errorType }) => {
      const retriesSoFar = token.getRetryCount();
      const pauseMs = Math.random() * (errorType === 'THROTTLING' ? 500 : 50) * 2 ** retriesSoFar;
      const isLate = performance.now() + pauseMs > (token as Token).until;
      if (errorType === 'CLIENT_ERROR' || retriesSoFar + 1 >= maxAttempts || isLate)
        throw new Error('No attempt is left');
      await wait(pauseMs);
      return tokenOf(retriesSoFar + 1, (token as Token).until);
    },
    recordSuccess: () => {},
  };
}

const budgetMs = 6_000;

function tokenOf(retryCount: number, until: number) {
  return { getRetryCount: () => retryCount, getRetryDelay: () => 0, until };
}

type Token = ReturnType<typeof tokenOf>;

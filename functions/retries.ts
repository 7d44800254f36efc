import { setTimeout as wait } from 'node:timers/promises';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

/**
 * So many attempts for each request, a little later each time. The SDK's own strategy lets all requests of a
 * process share one budget, and does not give back what was spent when the answer is that a condition does not
 * hold, which is an ordinary answer here: after some 35 lost answers nothing is ever tried again.
 */
export function retries(maxAttempts: number): NonNullable<DynamoDBClientConfig['retryStrategy']> {
  return {
    acquireInitialRetryToken: async () => tokenOf(0),
    refreshRetryTokenForRetry: async (token, { errorType }) => {
      const retriesSoFar = token.getRetryCount();
      if (errorType === 'CLIENT_ERROR' || retriesSoFar + 1 >= maxAttempts)
        throw new Error('No attempt is left');
      await wait(Math.random() * (errorType === 'THROTTLING' ? 500 : 50) * 2 ** retriesSoFar);
      return tokenOf(retriesSoFar + 1);
    },
    recordSuccess: () => {},
  };
}

function tokenOf(retryCount: number) {
  return { getRetryCount: () => retryCount, getRetryDelay: () => 0 };
}

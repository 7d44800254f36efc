import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * Each request has its own retries. The SDK has one retry budget per process, which failed conditions do not refill:
 * after about 35 timeouts it would stop retrying.
 */
function createRetryStrategy(maxAttempts: number): NonNullable<DynamoDBClientConfig['retryStrategy']> {
  return {
    acquireInitialRetryToken: async () => createToken(0, performance.now() + retryForMs),
    refreshRetryTokenForRetry: async (token, { errorType }) => {
      const retriesSoFar = token.getRetryCount();
      const pauseMs = Math.random() * (errorType === 'THROTTLING' ? 500 : 50) * 2 ** retriesSoFar;
      const isLate = performance.now() + pauseMs > (token as Token).until;
      if (errorType === 'CLIENT_ERROR' || retriesSoFar + 1 >= maxAttempts || isLate)
        throw new Error('No attempts left');
      await wait(pauseMs);
      return createToken(retriesSoFar + 1, (token as Token).until);
    },
    recordSuccess: () => {},
  };
}

const retryForMs = 4_000;

function createToken(retryCount: number, until: number) {
  return { getRetryCount: () => retryCount, getRetryDelay: () => 0, until };
}

type Token = ReturnType<typeof createToken>;

export const documentClient = createDocumentClient(4, { keepAlive: true });

/**
 * An unanswered request is retried after 2.5 s: an earlier retry could count a slow write twice. Waiting for
 * a free socket may take 10 s.
 */
export function createDocumentClient(
  maxAttempts: number,
  agent: { keepAlive: boolean },
): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    retryStrategy: createRetryStrategy(maxAttempts),
    requestHandler: {
      connectionTimeout: 10_000,
      socketTimeout: 2_500,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

import { type ProviderHandlers, startProviders } from '../../../infra/local/providers/server.ts';

/**
 * Serves some of the stand-ins; a call to any other fails.
 *
 * @returns `url`, where all of them are; `client`, the settings that point an AWS client of the test's at a service; `environment`, which
 * points the functions' own clients at all of them, when it is set before they are loaded
 */
export async function startStandIns(handlers: Partial<ProviderHandlers>) {
  const absent = async () => {
    throw new Error('this stand-in is not part of the test');
  };
  const { url, environment, stop } = await startProviders({
    translate: absent,
    polly: absent,
    transcribeStreaming: absent,
    transcribe: absent,
    ...handlers,
  });
  const client = (service: 'POLLY' | 'TRANSCRIBE' | 'TRANSCRIBE_STREAMING' | 'TRANSLATE') => ({
    endpoint: environment[`AWS_ENDPOINT_URL_${service}`],
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
    // The SDK warns of failed streams, which some tests cause.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  const credentials = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
  return { url, client, environment: { ...environment, ...credentials }, stop };
}

function ignore(): void {}

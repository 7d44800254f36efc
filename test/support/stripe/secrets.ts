import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { close, listen } from '../parley/local.ts';

/** Secrets Manager with one secret. Sets the functions' environment; ends with the test file. */
export async function startSecrets(value: object) {
  const secrets = {
    value: JSON.stringify(value),
    /** Including those that failed. */
    reads: 0,
    /** The error of reading it, if any. */
    fault: undefined as string | undefined,
  };
  const server = createServer(async (request, response) => {
    const { SecretId } = (await json(request)) as { SecretId: string };
    secrets.reads += 1;
    const fault = SecretId === secretId ? secrets.fault : 'ResourceNotFoundException';
    response.writeHead(fault ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(fault ? { __type: fault } : { SecretString: secrets.value }));
  });
  const url = await listen(server);
  afterAll(() => close(server));
  Object.assign(process.env, {
    STRIPE_SECRET: secretId,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  return secrets;
}

const secretId = 'keys-of-the-tests';

import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsError, notModelled, readJsonBody } from './wire.ts';

/** AWS Secrets Manager on a separate port, because `--engines aws` needs it too. */
export interface SecretsManager {
  readonly environment: Record<string, string>;
  reads(): number;
  stop(): Promise<void>;
}

/**
 * Answers GetSecretValue; refuses the rest by name.
 *
 * @param secrets text by name, read again with every call
 */
export async function startSecretsManager(
  secrets: Readonly<Record<string, string>>,
): Promise<SecretsManager> {
  let reads = 0;
  const server = http.createServer(async (request, response) => {
    try {
      const value = getSecretValue(await readAction(request), secrets);
      reads += 1;
      answer(response, 200, value);
    } catch (error) {
      const { status, type, message } = fault(error);
      answer(response, status, { __type: type, message });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    environment: {
      AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    reads: () => reads,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function readAction(request: IncomingMessage): Promise<Input> {
  const target = String(request.headers['x-amz-target'] ?? request.method);
  if (target !== 'secretsmanager.GetSecretValue') throw notModelled(`Secrets Manager's ${target}`);
  return readJsonBody(request);
}

function getSecretValue({ SecretId, ...others }: Input, secrets: Readonly<Record<string, string>>) {
  const [other] = Object.keys(others);
  if (other) throw notModelled(`Secrets Manager's GetSecretValue with ${other}`);
  if (typeof SecretId !== 'string' || SecretId === '') {
    throw new AwsError(400, 'InvalidParameterException', 'SecretId must be the name of a secret.');
  }
  if (!Object.hasOwn(secrets, SecretId)) {
    const message = "Secrets Manager can't find the specified secret.";
    throw new AwsError(400, 'ResourceNotFoundException', message);
  }
  return {
    ARN: `arn:aws:secretsmanager:us-east-1:000000000000:secret:${SecretId}-local0`,
    Name: SecretId,
    SecretString: secrets[SecretId],
    VersionId: '00000000-0000-4000-8000-000000000000',
    VersionStages: ['AWSCURRENT'],
    CreatedDate: startedAt,
  };
}

/** In seconds since 1970. */
const startedAt = Date.now() / 1_000;

function fault(error: unknown): Pick<AwsError, 'status' | 'type' | 'message'> {
  if (error instanceof AwsError) return error;
  const name = error instanceof Error ? error.name : typeof error;
  return new AwsError(500, 'InternalServiceError', `The local system failed (${name}).`);
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
}

type Input = Readonly<Record<string, unknown>>;

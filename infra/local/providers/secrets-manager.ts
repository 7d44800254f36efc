import { listen } from './server.ts';
import { AwsError, answerJson, notModelled, type ProviderRequest, readJsonBody } from './wire.ts';

/** GetSecretValue, on a separate port: `--engines aws` needs it too. @param secrets by name, read at each call */
export async function startSecretsManager(secrets: Readonly<Record<string, string>>) {
  const { url, stop } = await listen(async (request, response) =>
    answerJson(response, getSecretValue(await readAction(request), secrets)),
  );
  return { environment: { AWS_ENDPOINT_URL_SECRETS_MANAGER: url }, stop };
}

async function readAction(request: ProviderRequest): Promise<Input> {
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
  return { Name: SecretId, SecretString: secrets[SecretId] };
}

type Input = Readonly<Record<string, unknown>>;

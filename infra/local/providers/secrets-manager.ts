import { listen } from './server.ts';
import { AwsError, notModelled, readJsonBody, sendJson } from './wire.ts';

/** GetSecretValue, on a separate port: `--engines aws` needs it too. @param secrets by name, read at each call */
export async function startSecretsManager(secrets: Readonly<Record<string, string>>) {
  const { url, stop } = await listen(async (request, response) => {
    const target = String(request.headers['x-amz-target'] ?? request.method);
    if (target !== 'secretsmanager.GetSecretValue') throw notModelled(`Secrets Manager's ${target}`);
    const { SecretId, ...others } = await readJsonBody(request);
    const [other] = Object.keys(others);
    if (other) throw notModelled(`Secrets Manager's GetSecretValue with ${other}`);
    const name = String(SecretId);
    if (!Object.hasOwn(secrets, name)) {
      const message = "Secrets Manager can't find the specified secret.";
      throw new AwsError(400, 'ResourceNotFoundException', message);
    }
    sendJson(response, { Name: name, SecretString: secrets[name] });
  });
  return { environment: { AWS_ENDPOINT_URL_SECRETS_MANAGER: url }, stop };
}

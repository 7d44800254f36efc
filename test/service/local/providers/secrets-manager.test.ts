import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, expect, test } from 'vitest';
import { startSecretsManager } from '../../../../infra/local/providers/secrets-manager.ts';

const manager = await startSecretsManager({ 'parley/stripe': '{"secretKey":"sk_test_1"}' });
afterAll(manager.stop);

const client = new SecretsManagerClient({
  endpoint: manager.environment.AWS_ENDPOINT_URL_SECRETS_MANAGER,
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  maxAttempts: 1,
});

test('a secret is read by its name', async () => {
  expect(await client.send(new GetSecretValueCommand({ SecretId: 'parley/stripe' }))).toMatchObject({
    Name: 'parley/stripe',
    SecretString: '{"secretKey":"sk_test_1"}',
  });
});

test.for(['parley/other', 'constructor'])('a secret named %s is not found', async (SecretId) => {
  await expect(client.send(new GetSecretValueCommand({ SecretId }))).rejects.toThrow(
    ResourceNotFoundException,
  );
});

test('other calls are refused by name', async () => {
  await expect(client.send(new DescribeSecretCommand({ SecretId: 'parley/stripe' }))).rejects.toThrow(
    /DescribeSecret is not modelled/,
  );
  const versioned = new GetSecretValueCommand({ SecretId: 'parley/stripe', VersionStage: 'AWSPREVIOUS' });
  await expect(client.send(versioned)).rejects.toThrow(/VersionStage is not modelled/);
});

test('malformed requests are refused', async () => {
  const url = manager.environment.AWS_ENDPOINT_URL_SECRETS_MANAGER;
  const headers = { 'x-amz-target': 'secretsmanager.GetSecretValue' };
  expect((await fetch(url)).status).toBe(501);
  expect((await fetch(url, { method: 'POST', headers, body: '{' })).status).toBe(400);
  expect((await fetch(url, { method: 'POST', headers, body: '{"SecretId":7}' })).status).toBe(400);
  await client.send(new GetSecretValueCommand({ SecretId: 'parley/stripe' }));
});

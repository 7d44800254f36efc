import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, expect, test } from 'vitest';
import { startSecretsManager } from '../../../../infra/local/providers/secrets-manager.ts';

const manager = await startSecretsManager({ 'parley/stripe': '{"secretKey":"sk_test_1"}' });
afterAll(manager.stop);

const client = new SecretsManagerClient({
  endpoint: manager.environment.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? '',
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  maxAttempts: 1,
});

test('a secret is read by its name, and reads are counted', async () => {
  const before = manager.reads();
  expect(await client.send(new GetSecretValueCommand({ SecretId: 'parley/stripe' }))).toMatchObject({
    Name: 'parley/stripe',
    SecretString: '{"secretKey":"sk_test_1"}',
    CreatedDate: expect.any(Date),
  });
  expect(manager.reads() - before).toBe(1);
});

test.for(['parley/other', 'constructor'])('a secret named %s is not found', async (SecretId) => {
  await expect(client.send(new GetSecretValueCommand({ SecretId }))).rejects.toThrow(
    ResourceNotFoundException,
  );
});

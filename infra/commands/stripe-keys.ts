import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { PaymentKeys } from '../../functions/billing/payment-keys.ts';

export interface StoredKeys extends Partial<PaymentKeys> {
  readonly webhookEndpoint?: string;
}

export class KeyStore {
  private readonly secretId: string;
  private readonly client: SecretsManagerClient;

  /** @param secretId a name, or an ARN with its region */
  constructor(secretId: string) {
    const [, , , region] = secretId.startsWith('arn:') ? secretId.split(':') : [];
    this.secretId = secretId;
    this.client = new SecretsManagerClient(region ? { region } : {});
  }

  async read(): Promise<StoredKeys> {
    const { SecretString = '{}' } = await this.client
      .send(new GetSecretValueCommand({ SecretId: this.secretId }))
      .catch(rethrow);
    const stored = parseObject(SecretString);
    if (!stored) throw new SetupError(`The secret ${this.secretId} is not JSON. Write {} into it first.`);
    return stored;
  }

  async write(keys: Required<StoredKeys>): Promise<void> {
    const SecretString = JSON.stringify(keys);
    await this.client
      .send(new PutSecretValueCommand({ SecretId: this.secretId, SecretString }))
      .catch(rethrow);
  }
}

export class SetupError extends Error {
  override readonly name = 'SetupError';
}

/** AWS's messages name the missing secret, permission, region or login. */
function rethrow(cause: Error): never {
  throw new SetupError(`AWS Secrets Manager failed: ${cause.message}`, { cause });
}

function parseObject(text: string): StoredKeys | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    // The parser's message may quote a key.
    return undefined;
  }
}

import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { PaymentKeys } from '../../functions/billing/payment-keys.ts';

/** Empty until Stripe is set up. */
export interface StoredKeys extends Partial<PaymentKeys> {
  /** The id of `webhookSecret`'s webhook; missing if the keys were written by hand. */
  readonly webhookEndpoint?: string;
}

/** Stripe's keys in AWS Secrets Manager, where the functions read them. */
export class KeyStore {
  private readonly secretId: string;
  private readonly client: SecretsManagerClient;

  /** @param secretId a name, or an ARN with its region */
  constructor(secretId: string) {
    const [, , , region] = secretId.startsWith('arn:') ? secretId.split(':') : [];
    this.secretId = secretId;
    this.client = new SecretsManagerClient(region ? { region } : {});
  }

  /** @throws Refusal */
  async read(): Promise<StoredKeys> {
    const { SecretString = '{}' } = await this.explainErrors(() =>
      this.client.send(new GetSecretValueCommand({ SecretId: this.secretId })),
    );
    const stored = parseObject(SecretString);
    if (!stored) throw new Refusal(`The secret ${this.secretId} is not JSON. Write {} into it first.`);
    return stored;
  }

  /** @throws Refusal */
  async write(keys: Required<StoredKeys>): Promise<void> {
    const SecretString = JSON.stringify(keys);
    await this.explainErrors(() =>
      this.client.send(new PutSecretValueCommand({ SecretId: this.secretId, SecretString })),
    );
  }

  private async explainErrors<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    try {
      return await call();
    } catch (error) {
      const { name, message } = error as Error;
      const sentence = Object.entries(this.explanations()).find(([, sign]) =>
        sign.test(`${name}: ${message}`),
      )?.[0];
      throw new Refusal(sentence ?? `AWS Secrets Manager refused: ${message}`, { cause: error });
    }
  }

  /** The first match counts. */
  private explanations(): Record<string, RegExp> {
    return {
      [`No secret ${this.secretId} in this account and region. The deployment printed its ARN as StripeKeys.`]:
        /^ResourceNotFound/,
      [`These AWS credentials may not read and write the secret ${this.secretId}.`]: /^AccessDenied/,
      'Unknown region: use the secret’s ARN, or set AWS_REGION.': /region is missing/i,
      'The AWS credentials have expired or are invalid. Sign in and try again.':
        /expired|UnrecognizedClient|InvalidSignature|InvalidClientTokenId/i,
      'No AWS credentials found. Sign in first ("aws sso login" or AWS_PROFILE), or omit --secret.':
        /credentials/i,
    };
  }
}

/** The message is a sentence for the terminal. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
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

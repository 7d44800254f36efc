import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { PaymentKeys } from '../../functions/billing/payment-keys.ts';

/** What the secret holds: all of it once Stripe is set up, nothing before. */
export interface StoredKeys extends Partial<PaymentKeys> {
  /** The id of the webhook that `webhookSecret` belongs to; missing where somebody wrote the keys by hand. */
  readonly webhookEndpoint?: string;
}

/** Stripe's keys as the functions find them, in AWS Secrets Manager. */
export class KeyStore {
  private readonly secretId: string;
  private readonly client: SecretsManagerClient;

  /** @param secretId a name or an ARN, which says its region */
  constructor(secretId: string) {
    const [, , , region] = secretId.startsWith('arn:') ? secretId.split(':') : [];
    this.secretId = secretId;
    this.client = new SecretsManagerClient(region ? { region } : {});
  }

  /** @throws Refusal where it cannot be read, or holds something else */
  async read(): Promise<StoredKeys> {
    const { SecretString = '{}' } = await this.ask(() =>
      this.client.send(new GetSecretValueCommand({ SecretId: this.secretId })),
    );
    const stored = parseObject(SecretString);
    if (!stored) throw new Refusal(`The secret ${this.secretId} holds no JSON. Write {} into it first.`);
    return stored;
  }

  /** @throws Refusal where it cannot be written */
  async write(keys: Required<StoredKeys>): Promise<void> {
    const SecretString = JSON.stringify(keys);
    await this.ask(() =>
      this.client.send(new PutSecretValueCommand({ SecretId: this.secretId, SecretString })),
    );
  }

  private async ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    try {
      return await question();
    } catch (error) {
      const { name, message } = error as Error;
      const sentence = Object.entries(this.signs()).find(([, sign]) => sign.test(`${name}: ${message}`))?.[0];
      throw new Refusal(sentence ?? `AWS Secrets Manager refused: ${message}`, { cause: error });
    }
  }

  /** The first sign that is found counts. */
  private signs(): Record<string, RegExp> {
    return {
      [`There is no secret ${this.secretId} in this account and region. The deployment printed its ARN as StripeKeys.`]:
        /^ResourceNotFound/,
      [`These AWS credentials may not read and write the secret ${this.secretId}.`]: /^AccessDenied/,
      'Which region? Name the secret by its ARN, or set AWS_REGION.': /region is missing/i,
      'The AWS credentials have expired or are not valid. Sign in again and repeat the command.':
        /expired|UnrecognizedClient|InvalidSignature|InvalidClientTokenId/i,
      'No AWS credentials were found. Sign in first ("aws sso login", or AWS_PROFILE), or leave --secret out.':
        /credentials/i,
    };
  }
}

/** Something to be put right before it can go on, as a sentence for the terminal. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

function parseObject(text: string): StoredKeys | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    // The parser's message quotes the text, which may be a key.
    return undefined;
  }
}

import { RemovalPolicy, type SecretValue, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { ApiFunction } from './function.ts';

/**
 * The secret that CloudFront proves itself with to the API. Functions know this generation's and the next one's:
 * raising the generation lets CloudFront send the next while it is known already, and forgets the last.
 */
export class OriginSecret extends Construct {
  /** What CloudFront sends: a reference that CloudFormation resolves, never the secret itself. */
  readonly sent: SecretValue;
  private readonly next: SecretValue;

  constructor(scope: Construct, id: string, generation: number) {
    super(scope, id);
    this.sent = this.createSecret(generation);
    this.next = this.createSecret(generation + 1);
  }

  /** Lets requests from CloudFront, and no others, through to a function. */
  guard(target: ApiFunction): void {
    target.addEnvironment(
      'ORIGIN_SECRET',
      [this.sent, this.next].map((each) => each.unsafeUnwrap()).join(','),
    );
  }

  private createSecret(generation: number): SecretValue {
    const secret = new Secret(this, `Generation${generation}`, {
      description: 'Proves to the API that a request came through CloudFront',
      generateSecretString: { excludePunctuation: true, passwordLength: 48 },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'CloudFront and the functions take a new value by a deployment only: see "Rotate the origin secret".',
    });
    return secret.secretValue;
  }
}

import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { ApiFunction } from './function.ts';

/**
 * The secret that CloudFront proves itself with to the API. CloudFront sends this generation's and the next
 * one's, functions know the next one's: raising the generation lets CloudFront send another before any function
 * asks for it. One reference is all that a function can have, since CloudFormation resolves 60 in a stack:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references.html.
 */
export class OriginSecret extends Construct {
  /** What CloudFront sends, with a comma between: references that CloudFormation resolves, never secrets. */
  readonly sent: string;
  private readonly known: string;

  constructor(scope: Construct, id: string, generation: number) {
    super(scope, id);
    const current = this.createSecret(generation);
    this.known = this.createSecret(generation + 1);
    this.sent = `${current},${this.known}`;
  }

  /** Lets requests from CloudFront, and no others, through to a function. */
  guard(target: ApiFunction): void {
    target.addEnvironment('ORIGIN_SECRET', this.known);
  }

  private createSecret(generation: number): string {
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
    return secret.secretValue.unsafeUnwrap();
  }
}

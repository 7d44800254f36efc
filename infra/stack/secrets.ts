import { RemovalPolicy, SecretValue, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { HouseFunction } from './function.ts';

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
    const description = 'Proves to the API that a request came through CloudFront';
    const current = createSecret(this, generation, description);
    this.known = createSecret(this, generation + 1, description);
    this.sent = `${current},${this.known}`;
  }

  /** Lets requests from CloudFront, and no others, through to a function. */
  guard(target: HouseFunction): void {
    target.addEnvironment('ORIGIN_SECRET', this.known);
  }
}

/** What guests' cookies and requests' fingerprints are signed with; the functions derive a key for each purpose. */
export class SigningSecret extends Construct {
  private readonly reference: string;

  constructor(scope: Construct, id: string, generation: number) {
    super(scope, id);
    this.reference = createSecret(this, generation, 'Signs guests’ cookies and requests’ fingerprints');
  }

  /** Gives it to a function that signs. */
  grant(target: HouseFunction): void {
    if (target.needs.signing) target.addEnvironment('SIGNING_SECRET', this.reference);
  }
}

/** What the e-mail addresses of used trials are signed with. It stays for ever: another would forget every trial. */
export class TrialSecret extends Construct {
  private readonly reference: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const description = 'Signs the e-mail addresses of used trials';
    this.reference = createSecret(this, 1, description, RemovalPolicy.RETAIN);
  }

  /** Gives it to a function that reads or writes used trials. */
  grant(target: HouseFunction): void {
    if (target.needs.tables?.users?.['TRIAL#*']) target.addEnvironment('TRIAL_SECRET', this.reference);
  }
}

/**
 * Stripe's keys, which only the owner knows: `npm run stripe:setup` writes them, and functions read them when they
 * run. It begins without any. CloudFormation writes a secret's value again when the template changes what it says of
 * the secret, so it says the same for ever, whatever the context: a deployment never takes the keys away.
 */
export class StripeSecret extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const secret = new Secret(this, 'Keys', {
      description: 'Stripe’s keys, written by npm run stripe:setup',
      secretStringValue: SecretValue.unsafePlainText('{}'),
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'Stripe makes its keys, and rolls them in its dashboard: infra/RUNBOOK.md.',
    });
    this.arn = secret.secretArn;
  }

  /** Tells a function that deals with Stripe where the keys are, and lets it read them. */
  grant(target: HouseFunction): void {
    if (!target.needs.payments) return;
    target.addEnvironment('STRIPE_SECRET', this.arn);
    target.addToRolePolicy(
      new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [this.arn] }),
    );
  }
}

/** @returns a reference that CloudFormation resolves */
function createSecret(
  scope: Construct,
  generation: number,
  description: string,
  removalPolicy = RemovalPolicy.DESTROY,
): string {
  const secret = new Secret(scope, `Generation${generation}`, {
    description,
    generateSecretString: { excludePunctuation: true, passwordLength: 48 },
    removalPolicy,
  });
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason: 'CloudFront and the functions take a new value by a deployment only: infra/RUNBOOK.md.',
  });
  return secret.secretValue.unsafeUnwrap();
}

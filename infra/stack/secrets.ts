import { RemovalPolicy, SecretValue, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { ParleyFunction } from './function.ts';

/**
 * Proves to the API that a request came through CloudFront, which always sends the current generation and the next.
 * Functions accept only the next: CloudFormation resolves at most 60 references in a stack
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references.html).
 */
export class OriginSecret extends Construct {
  /** Both generations, as references that CloudFormation resolves. */
  readonly headerValue: string;
  private readonly accepted: string;

  constructor(scope: Construct, id: string, generation: number) {
    super(scope, id);
    const description = 'Proves to the API that a request came through CloudFront';
    const current = createSecret(this, generation, description);
    this.accepted = createSecret(this, generation + 1, description);
    this.headerValue = `${current},${this.accepted}`;
  }

  passTo(target: ParleyFunction): void {
    target.addEnvironment('ORIGIN_SECRET', this.accepted);
  }
}

/** Signs guest cookies and request fingerprints. The functions derive a key for each purpose. */
export class SigningSecret extends Construct {
  private readonly reference: string;

  constructor(scope: Construct, id: string, generation: number) {
    super(scope, id);
    this.reference = createSecret(this, generation, 'Signs guests’ cookies and requests’ fingerprints');
  }

  passTo(target: ParleyFunction): void {
    if (target.needs.signingSecret) target.addEnvironment('SIGNING_SECRET', this.reference);
  }
}

/** Signs the email addresses of used trials. A new secret would forget every trial. */
export class TrialSecret extends Construct {
  private readonly reference: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const description = 'Signs the email addresses of used trials';
    this.reference = createSecret(this, 1, description, RemovalPolicy.RETAIN);
  }

  passTo(target: ParleyFunction): void {
    if (target.needs.tables?.users?.['TRIAL#*']) target.addEnvironment('TRIAL_SECRET', this.reference);
  }
}

/** Stripe's keys, written by `npm run stripe:setup`. A changed resource in the template would overwrite them. */
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
      reason: 'Stripe’s dashboard rotates its keys: infra/RUNBOOK.md.',
    });
    this.arn = secret.secretArn;
  }

  grant(target: ParleyFunction): void {
    if (!target.needs.payments) return;
    target.addEnvironment('STRIPE_SECRET', this.arn);
    target.allow(['secretsmanager:GetSecretValue'], this.arn);
  }
}

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
    reason: 'Only a deployment can rotate it: infra/RUNBOOK.md.',
  });
  return secret.secretValue.unsafeUnwrap();
}

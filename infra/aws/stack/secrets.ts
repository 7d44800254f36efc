import { RemovalPolicy, SecretValue, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Settings } from './context.ts';
import type { ParleyFunction } from './function.ts';

export class Secrets {
  /** Both generations of the origin's secret, as references that CloudFormation resolves. */
  readonly originHeader: string;
  /** The generation that the API accepts. */
  readonly origin: string;
  /** Stripe's keys. */
  readonly stripeArn: string;
  private readonly signing: string;
  private readonly trial: string;

  constructor(scope: Construct, { originSecretGeneration, signingSecretGeneration }: Settings) {
    // CloudFront always sends the current generation and the next. The API accepts only the next.
    const origin = new Construct(scope, 'OriginSecret');
    const proof = 'Proves to the API that a request came through CloudFront';
    const current = createSecret(origin, originSecretGeneration, proof);
    this.origin = createSecret(origin, originSecretGeneration + 1, proof);
    this.originHeader = `${current},${this.origin}`;
    // The functions derive a key for each purpose.
    const signing = new Construct(scope, 'SigningSecret');
    const signs = 'Signs guests’ cookies and requests’ fingerprints';
    this.signing = createSecret(signing, signingSecretGeneration, signs);
    // A new secret would forget every trial.
    const trial = new Construct(scope, 'TrialSecret');
    this.trial = createSecret(trial, 1, 'Signs the email addresses of used trials', RemovalPolicy.RETAIN);
    this.stripeArn = createStripeSecret(new Construct(scope, 'StripeSecret'));
  }

  grant(target: ParleyFunction): void {
    const { signingSecret, tables, payments } = target.needs;
    if (signingSecret) target.addEnvironment('SIGNING_SECRET', this.signing);
    if (tables?.users?.['TRIAL#*']) target.addEnvironment('TRIAL_SECRET', this.trial);
    if (!payments) return;
    target.addEnvironment('STRIPE_SECRET', this.stripeArn);
    target.allow(['secretsmanager:GetSecretValue'], this.stripeArn);
  }
}

/** Written by `npm run stripe:setup`. A changed resource in the template would overwrite the keys. */
function createStripeSecret(scope: Construct): string {
  const secret = new Secret(scope, 'Keys', {
    description: 'Stripe’s keys, written by npm run stripe:setup',
    secretStringValue: SecretValue.unsafePlainText('{}'),
    removalPolicy: RemovalPolicy.RETAIN,
  });
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason: 'Stripe’s dashboard rotates its keys: infra/aws/RUNBOOK.md.',
  });
  return secret.secretArn;
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
    reason: 'Only a deployment can rotate it: infra/aws/RUNBOOK.md.',
  });
  return secret.secretValue.unsafeUnwrap();
}

import { DefaultStackSynthesizer, Duration, Stack, Validations } from 'aws-cdk-lib';
import { OidcProviderNative, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { edgeRegion } from './edge/edge.ts';

/** The two roles that a GitHub repository's workflows take, by their tokens: no key is kept anywhere. */
export class Pipeline extends Construct {
  readonly deployer: Role;
  readonly reader: Role;

  constructor(scope: Construct, id: string, { repository, stage, buildsTable, userPoolArn }: Props) {
    super(scope, id);
    const provider = new OidcProviderNative(this, 'GitHub', {
      url: `https://${issuer}`,
      clientIds: [audience],
    });
    const trust = (subject: string) =>
      new WebIdentityPrincipal(provider.oidcProviderArn, {
        StringEquals: {
          [`${issuer}:aud`]: audience,
          [`${issuer}:sub`]: `repo:${repository}:${subject}`,
        },
      });
    this.deployer = new Role(this, 'Deployer', {
      description: 'Deploys this stage, from the environment of the same name',
      assumedBy: trust(`environment:${stage}`),
      maxSessionDuration: Duration.hours(1),
    });
    this.reader = new Role(this, 'Reader', {
      description: 'Compares pull requests with this stage, and changes nothing',
      assumedBy: trust('pull_request'),
      maxSessionDuration: Duration.hours(1),
    });
    this.deployer.addToPolicy(assume(this.findRoles('deploy', 'file-publishing', 'lookup')));
    this.reader.addToPolicy(assume(this.findRoles('lookup')));
    this.deployer.addToPolicy(allow('cloudformation:DescribeStacks', [Stack.of(this).stackId]));
    this.deployer.addToPolicy(allow('dynamodb:PutItem', [buildsTable.tableArn]));
    this.letSmoke(userPoolArn);
  }

  /** The last step of a deployment: `npm run smoke` signs up, speaks by Polly, and reads the alarms. */
  private letSmoke(userPoolArn: string): void {
    const accountActions = ['cognito-idp:AdminConfirmSignUp', 'cognito-idp:AdminDeleteUser'];
    this.deployer.addToPolicy(allow(accountActions, [userPoolArn]));
    this.deployer.addToPolicy(allow(smokeActions, ['*']));
    Validations.of(this.deployer).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'These actions have no resources; they read, or speak a sentence.',
    });
  }

  /** CDK's own, which `cdk bootstrap` made in this account. */
  private findRoles(...names: readonly string[]): string[] {
    const { account, region, partition } = Stack.of(this);
    return [...new Set([region, edgeRegion])].flatMap((each) =>
      names.map(
        (name) =>
          `arn:${partition}:iam::${account}:role/cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-${name}-role-${account}-${each}`,
      ),
    );
  }
}

/** https://docs.github.com/en/actions/reference/security/oidc */
const issuer = 'token.actions.githubusercontent.com';
const audience = 'sts.amazonaws.com';

/** IAM knows no resources for them, or none that are known before. */
const smokeActions = [
  'cloudwatch:DescribeAlarms',
  'cloudwatch:ListMetrics',
  'cognito-idp:DescribeUserPoolDomain',
  'polly:SynthesizeSpeech',
];

function assume(roles: readonly string[]): PolicyStatement {
  return allow('sts:AssumeRole', roles);
}

function allow(actions: string | readonly string[], targets: readonly string[]): PolicyStatement {
  return new PolicyStatement({ actions: [actions].flat(), resources: [...targets] });
}

interface Props {
  /** `owner/name` */
  readonly repository: string;
  readonly stage: string;
  readonly buildsTable: { readonly tableArn: string };
  readonly userPoolArn: string;
}

import { ListDistributionsCommand } from '@aws-sdk/client-cloudfront';
import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  NoSuchResourceException,
} from '@aws-sdk/client-service-quotas';
import { findStackOutput } from '../build/stack-outputs.ts';
import type { Settings } from '../stack/context.ts';
import { type Account, type Check, fine, type Outcome } from './check.ts';

/** The account's own limits. */
export const accountChecks: readonly Check[] = [
  {
    name: 'CDK bootstrap',
    right: 'cloudformation:DescribeStacks',
    page: 'https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html',
    run: findBootstrap,
  },
  quota({
    name: 'Lambda functions at a time',
    service: 'lambda',
    code: 'L-B99A9384',
    wanted: ({ concurrentExecutions }) => concurrentExecutions,
    setting: 'concurrentExecutions',
    consequence: 'Below 100, speech is not streamed.',
    page: 'https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html',
  }),
  quota({
    name: 'Transcribe streams at a time',
    service: 'transcribe',
    code: 'L-CDB96031',
    wanted: ({ transcribeStreams }) => transcribeStreams,
    setting: 'transcribeStreams',
    consequence: 'Further speakers wait.',
    page: 'https://docs.aws.amazon.com/transcribe/latest/dg/limits-guidelines.html',
  }),
  quota({
    name: 'Polly requests a second',
    service: 'polly',
    code: 'L-A65CEC2D',
    wanted: ({ pollyRequestsPerSecond }) => pollyRequestsPerSecond,
    setting: 'pollyRequestsPerSecond',
    consequence: 'Further listeners wait.',
    page: 'https://docs.aws.amazon.com/polly/latest/dg/limits.html',
  }),
  {
    name: 'CloudFront',
    right: 'cloudfront:ListDistributions',
    page: 'https://docs.aws.amazon.com/awssupport/latest/user/create-service-quota-increase.html',
    run: findDistribution,
  },
];

/** Older bootstraps lack what the templates of today's CDK look up. */
const oldestBootstrap = 6;

async function findBootstrap({ id, region, clients }: Account): Promise<Outcome> {
  const places = new Map([
    [region, clients.cloudFormation],
    // The web ACL's stack.
    ['us-east-1', clients.edgeCloudFormation],
  ]);
  const missing: string[] = [];
  for (const [place, client] of places) {
    const version = Number(await findStackOutput(client, 'CDKToolkit', 'BootstrapVersion'));
    if (!(version >= oldestBootstrap)) missing.push(`aws://${id}/${place}`);
  }
  if (missing.length === 0) return fine('done');
  return { is: 'stop', text: `Run \`npx cdk bootstrap ${missing.join(' ')}\`.` };
}

interface QuotaCheck extends Pick<Check, 'name' | 'page'> {
  readonly service: string;
  /** As https://docs.aws.amazon.com/servicequotas/latest/userguide/gs-request-quota.html shows them. */
  readonly code: string;
  /** This deployment's throttles count on it. */
  wanted(settings: Settings): number;
  readonly setting: keyof Settings;
  readonly consequence: string;
}

function quota({ name, page, service, code, wanted, setting, consequence }: QuotaCheck): Check {
  return {
    name,
    page,
    right: 'servicequotas:GetServiceQuota',
    async run({ settings, clients }) {
      const key = { ServiceCode: service, QuotaCode: code };
      const { Quota } = await clients.quotas.send(new GetServiceQuotaCommand(key)).catch((error: unknown) => {
        // Where nothing was ever asked for, only the default is on record.
        if (error instanceof NoSuchResourceException)
          return clients.quotas.send(new GetAWSDefaultServiceQuotaCommand(key));
        throw error;
      });
      const has = Quota?.Value ?? 0;
      if (has >= wanted(settings)) return fine(`${has}, and ${wanted(settings)} are counted on`);
      return {
        is: 'do',
        text: `${has}, but ${wanted(settings)} are counted on. Ask Service Quotas for more (${code}), or deploy with -c ${setting}=${has}. ${consequence}`,
      };
    },
  };
}

/** AWS verifies an account by a person before its first distribution, and tells nobody whether it has. */
async function findDistribution({ clients }: Account): Promise<Outcome> {
  const { DistributionList } = await clients.cloudFront.send(new ListDistributionsCommand({ MaxItems: 1 }));
  if ((DistributionList?.Quantity ?? 0) > 0) return fine('this account has a distribution already');
  return {
    is: 'look',
    text: 'This account has no distribution yet. If the deployment fails with "must be verified", write to AWS Support.',
  };
}

import { afterEach, describe, expect, test, vi } from 'vitest';
import { createClients } from '../../../infra/aws/preflight/clients.ts';
import { isInTheWay, preflight, printLines } from '../../../infra/aws/preflight/preflight.ts';
import { readCommandSettings } from '../../../infra/aws/stack/context.ts';
import { endpoints } from '../../../shared/api/index.ts';
import {
  type AccountAnswers,
  jsonAnswer,
  jsonRefusal,
  queryAnswer,
  queryRefusal,
  restRefusal,
  startAwsAccount,
  xmlAnswer,
} from '../../support/aws/account.ts';
import { startStandIn } from '../../support/stripe/stand-in.ts';

afterEach(() => void vi.unstubAllEnvs());

const account = '123456789012';
const pool = 'us-east-1_a1b2c3d4e';
const topic = `arn:aws:sns:us-east-1:${account}:parley-prod-Alarms`;
const certificateArn = `arn:aws:acm:us-east-1:${account}:certificate/a1b2`;

const missingStack = (name: string) =>
  queryRefusal('ValidationError', `Stack with id ${name} does not exist`);

const stack = (outputs: Record<string, string>) =>
  queryAnswer(
    'DescribeStacks',
    `<Stacks><member><StackName>a</StackName><CreationTime>2026-11-20T08:00:00Z</CreationTime>
     <StackStatus>CREATE_COMPLETE</StackStatus><Outputs>${Object.entries(outputs)
       .map(
         ([key, value]) =>
           `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
       )
       .join('')}</Outputs></member></Stacks>`,
  );

const resource = (type: string, id: string) =>
  `<member><LogicalResourceId>a</LogicalResourceId><PhysicalResourceId>${id}</PhysicalResourceId>
   <ResourceType>${type}</ResourceType><LastUpdatedTimestamp>2026-11-20T08:00:00Z</LastUpdatedTimestamp>
   <ResourceStatus>CREATE_COMPLETE</ResourceStatus></member>`;

const quotas: Readonly<Record<string, number>> = { 'L-B99A9384': 1_000, 'L-CDB96031': 25, 'L-A65CEC2D': 8 };

const optOut = (services: object) =>
  jsonAnswer({
    EffectivePolicy: {
      PolicyType: 'AISERVICES_OPT_OUT_POLICY',
      TargetId: account,
      LastUpdatedTimestamp: 1_764_000_000,
      PolicyContent: JSON.stringify({ services }),
    },
  });

/** Has deployed before, and has done everything. */
const ready: AccountAnswers = {
  GetCallerIdentity: () =>
    queryAnswer(
      'GetCallerIdentity',
      `<Arn>arn:aws:iam::${account}:user/ada</Arn><UserId>AIDA</UserId><Account>${account}</Account>`,
    ),
  DescribeStacks: ({ input }) =>
    input.StackName === 'CDKToolkit'
      ? stack({ BootstrapVersion: '30' })
      : stack({ Url: 'https://parley.example' }),
  ListStackResources: () =>
    queryAnswer(
      'ListStackResources',
      `<StackResourceSummaries>${resource('AWS::Cognito::UserPool', pool)}${resource('AWS::SNS::Topic', topic)}</StackResourceSummaries>`,
    ),
  GetServiceQuota: ({ input: { QuotaCode = '' } }) =>
    jsonAnswer({ Quota: { QuotaCode, Value: quotas[QuotaCode] } }),
  ListDistributions: () =>
    xmlAnswer(
      '<DistributionList><Marker/><MaxItems>1</MaxItems><IsTruncated>true</IsTruncated><Quantity>1</Quantity></DistributionList>',
    ),
  DescribeUserPoolDomain: () => jsonAnswer({ DomainDescription: { UserPoolId: pool, Status: 'ACTIVE' } }),
  DescribeCertificate: () =>
    jsonAnswer({ Certificate: { DomainName: '*.parley.example', Status: 'ISSUED' } }),
  GetAccount: () => jsonAnswer({ ProductionAccessEnabled: true, SendingEnabled: true }),
  GetEmailIdentity: ({ input }) =>
    input.EmailIdentity === 'parley.example'
      ? jsonAnswer({ VerifiedForSendingStatus: true })
      : restRefusal('NotFoundException'),
  ListSubscriptionsByTopic: () =>
    queryAnswer(
      'ListSubscriptionsByTopic',
      `<Subscriptions><member><Endpoint>ops@parley.example</Endpoint><Protocol>email</Protocol>
       <SubscriptionArn>${topic}:b0e1</SubscriptionArn></member></Subscriptions>`,
    ),
  DescribeEffectivePolicy: () => optOut({ default: { opt_out_policy: 'optOut' } }),
};

/** As AWS opens it. */
const fresh: AccountAnswers = {
  ...ready,
  DescribeStacks: ({ input }) => missingStack(input.StackName ?? ''),
  ListStackResources: ({ input }) => missingStack(input.StackName ?? ''),
  GetServiceQuota: ({ input: { QuotaCode = '' } }) =>
    QuotaCode === 'L-B99A9384'
      ? jsonAnswer({ Quota: { QuotaCode, Value: 10 } })
      : jsonRefusal(
          'NoSuchResourceException',
          'The request failed because the specified quota is not found.',
        ),
  GetAWSDefaultServiceQuota: ({ input: { QuotaCode = '' } }) =>
    jsonAnswer({ Quota: { QuotaCode, Value: quotas[QuotaCode] } }),
  ListDistributions: () =>
    xmlAnswer(
      '<DistributionList><Marker/><MaxItems>1</MaxItems><IsTruncated>false</IsTruncated><Quantity>0</Quantity></DistributionList>',
    ),
  DescribeUserPoolDomain: () => jsonAnswer({ DomainDescription: {} }),
  GetAccount: () => jsonAnswer({ ProductionAccessEnabled: false, SendingEnabled: true }),
  GetEmailIdentity: () => restRefusal('NotFoundException'),
  DescribeEffectivePolicy: () => jsonRefusal('AWSOrganizationsNotInUseException'),
};

const complete = [
  '-c',
  'contactAddress=help@parley.example',
  '-c',
  'alarmEmail=ops@parley.example',
  '-c',
  'emailFrom=hello@parley.example',
  '-c',
  'domain=www.parley.example',
  '-c',
  `certificateArn=${certificateArn}`,
  '-c',
  'analyticsAudience=operators',
];

test('an account in which everything is done has nothing but fine lines, except for what this machine has not proved', async () => {
  const { standIn, url } = await startStandIn();
  vi.stubEnv('STRIPE_SECRET_KEY', standIn.keys.secretKey);
  vi.stubEnv('STRIPE_URL', url);
  const lines = await look(ready, complete);
  expect(namesOf(lines, 'stop', 'look')).toEqual([]);
  expect(lines.find(({ name }) => name === 'payments')?.text).toBe(
    `The webhook https://parley.example${endpoints['billing.webhook'].path} is missing or outdated. Run \`npm run stripe:setup\` before you deploy.`,
  );
});

test('a fresh account is told what to do before its first deployment', async () => {
  const lines = await look(fresh, complete);
  expect(textsOf(lines)).toMatchObject({
    'CDK bootstrap': `Run \`npx cdk bootstrap aws://${account}/us-east-1\`.`,
    'Lambda functions at a time':
      '10, but 1000 are counted on. Ask Service Quotas for more (L-B99A9384), or deploy with -c concurrentExecutions=10. Below 100, speech is not streamed.',
    'Transcribe streams at a time': '25, and 25 are counted on',
    CloudFront: expect.stringContaining('must be verified'),
    'the login’s address': `parley-prod-${account} is free`,
    'sign-in emails': 'Verify parley.example in SES in this region.',
    alarms: 'After the deployment, AWS asks ops@parley.example to confirm.',
    'AI services opt-out': expect.stringMatching(/^Only organisations can opt out/),
    payments: expect.stringContaining('Set STRIPE_SECRET_KEY'),
  });
  expect(namesOf(lines, 'stop')).toEqual(['CDK bootstrap', 'sign-in emails']);
});

test('the defaults warn about what nobody has set', async () => {
  const lines = await look(ready, []);
  expect(textsOf(lines)).toMatchObject({
    contact: expect.stringContaining('hello@parley.example'),
    dashboards: expect.stringContaining('-c analyticsAudience=operators'),
    alarms: 'Nobody gets them. Deploy with -c alarmEmail=you@….',
    'sign-in emails': expect.stringMatching(/^The stage prod needs a sender.* -c emailFrom=/),
    'your certificate': expect.stringContaining('cloudfront.net'),
  });
  expect(namesOf(lines, 'stop')).toEqual(['sign-in emails']);
});

test('a trial may use Cognito’s own sender', async () => {
  const lines = await look(ready, ['-c', 'stage=trial']);
  expect(lines.find(({ name }) => name === 'sign-in emails')).toMatchObject({
    is: 'look',
    text: expect.stringContaining('at most 50 a day'),
  });
});

test('a second channel of alarms has to be confirmed too', async () => {
  const lines = await look(ready, [...complete, '-c', 'alarmUrl=https://pager.example/parley']);
  expect(textsOf(lines).alarms).toBe('Open the link that AWS has sent to https://pager.example/parley.');
});

test('a deployment elsewhere needs the bootstrap of both regions', async () => {
  const answers = {
    ...ready,
    DescribeStacks: ({ region, input }: { region: string | undefined; input: Record<string, string> }) =>
      region === 'eu-west-1' ? stack({ BootstrapVersion: '30' }) : missingStack(input.StackName ?? ''),
  };
  const lines = await look(answers, ['-c', 'region=eu-west-1']);
  expect(textsOf(lines)['CDK bootstrap']).toBe(`Run \`npx cdk bootstrap aws://${account}/us-east-1\`.`);
});

test('a person who may only read little gets a line for each missing permission', async () => {
  const { GetCallerIdentity } = ready;
  const lines = await look({ ...(GetCallerIdentity && { GetCallerIdentity }) }, complete);
  const rights = lines.flatMap(({ text }) => /Ask for the permission (.*), or look/.exec(text)?.[1] ?? []);
  expect(rights).toEqual([
    'cloudformation:DescribeStacks',
    'servicequotas:GetServiceQuota',
    'servicequotas:GetServiceQuota',
    'servicequotas:GetServiceQuota',
    'cloudfront:ListDistributions',
    'cognito-idp:DescribeUserPoolDomain',
    'acm:DescribeCertificate',
    'ses:GetAccount and ses:GetEmailIdentity',
    'sns:ListSubscriptionsByTopic and cloudformation:ListStackResources',
    'organizations:DescribeEffectivePolicy',
  ]);
  expect(lines.some(isInTheWay)).toBe(false);
});

test('without a sign-in there is one line', async () => {
  const expired = () =>
    queryRefusal('ExpiredToken', 'The security token included in the request is expired', 403);
  const lines = await look({ ...ready, GetCallerIdentity: expired }, complete);
  expect(lines).toMatchObject([
    { is: 'stop', text: expect.stringContaining('The security token included in the request is expired') },
  ]);
});

describe('an account where one thing is wrong', () => {
  test.each<[string, string, AccountAnswers, string]>([
    [
      'an old bootstrap',
      'CDK bootstrap',
      { DescribeStacks: () => stack({ BootstrapVersion: '5' }) },
      'npx cdk bootstrap',
    ],
    [
      'a login domain that an earlier deployment left behind',
      'the login’s address',
      { ListStackResources: ({ input }) => missingStack(input.StackName ?? '') },
      `belongs to the user pool ${pool} of an earlier deployment`,
    ],
    [
      'a certificate that waits for its DNS record',
      'your certificate',
      {
        DescribeCertificate: () =>
          jsonAnswer({ Certificate: { DomainName: 'www.parley.example', Status: 'PENDING_VALIDATION' } }),
      },
      'Add the record',
    ],
    [
      'a certificate for another domain',
      'your certificate',
      {
        DescribeCertificate: () =>
          jsonAnswer({
            Certificate: {
              DomainName: 'parley.example',
              SubjectAlternativeNames: ['a.b.parley.example'],
              Status: 'ISSUED',
            },
          }),
      },
      'It is for parley.example, a.b.parley.example, not for www.parley.example.',
    ],
    [
      'a certificate of another account',
      'your certificate',
      { DescribeCertificate: () => jsonRefusal('ResourceNotFoundException') },
      'does not exist in this account',
    ],
    [
      'mail in the sandbox',
      'sign-in emails',
      { GetAccount: () => jsonAnswer({ ProductionAccessEnabled: false, SendingEnabled: true }) },
      'SES is in its sandbox',
    ],
    [
      'mail that bounced too much',
      'sign-in emails',
      {
        GetAccount: () =>
          jsonAnswer({
            ProductionAccessEnabled: true,
            SendingEnabled: true,
            EnforcementStatus: 'PROBATION',
          }),
      },
      'SES reviews this account',
    ],
    [
      'mail that AWS has paused',
      'sign-in emails',
      { GetAccount: () => jsonAnswer({ ProductionAccessEnabled: true, SendingEnabled: false }) },
      'SES has paused sending',
    ],
    [
      'an alarm address that nobody confirmed',
      'alarms',
      {
        ListSubscriptionsByTopic: () =>
          queryAnswer(
            'ListSubscriptionsByTopic',
            '<Subscriptions><member><Endpoint>ops@parley.example</Endpoint><SubscriptionArn>PendingConfirmation</SubscriptionArn></member></Subscriptions>',
          ),
      },
      'Open the link that AWS has sent to ops@parley.example.',
    ],
    [
      'an organisation that opts out of less than the privacy policy promises',
      'AI services opt-out',
      {
        DescribeEffectivePolicy: () =>
          optOut({ translate: { opt_out_policy: 'optOut' }, polly: { opt_out_policy: 'optIn' } }),
      },
      'comprehend, transcribe, polly may keep texts',
    ],
    [
      'an organisation without a policy',
      'AI services opt-out',
      { DescribeEffectivePolicy: () => jsonRefusal('EffectivePolicyNotFoundException') },
      'No policy is attached',
    ],
    [
      'a service that fails',
      'AI services opt-out',
      { DescribeEffectivePolicy: () => jsonRefusal('TooManyRequestsException', 'Slow down') },
      'No answer (TooManyRequestsException: Slow down)',
    ],
  ])('%s', async (_, name, answers, text) => {
    const lines = await look({ ...ready, ...answers }, complete);
    expect(lines.filter(({ is }) => is !== 'fine').map((line) => line.name)).toContain(name);
    expect(textsOf(lines)[name]).toContain(text);
  });
});

test('a live Stripe key is refused outside prod', async () => {
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_live_51');
  const lines = await look(ready, ['-c', 'stage=trial']);
  expect(lines.find(({ name }) => name === 'payments')).toMatchObject({
    is: 'stop',
    text: 'The key is live, and the stage is trial. Use a test key.',
  });
});

test('each line that needs somebody names a page to read', async () => {
  const printed: string[] = [];
  printLines(await look(fresh, []), (line) => printed.push(line));
  for (const [place, line] of printed.entries())
    if (/^(do|stop|look) /.test(line)) expect(printed[place + 1], line).toMatch(/^ +(https:|infra\/|test\/)/);
  expect(printed.at(-1)).toMatch(/^\n\d+ fine, \d+ to look at, \d+ to do, 2 in the way\.$/);
});

async function look(answers: AccountAnswers, flags: readonly string[]) {
  vi.stubEnv('AWS_ENDPOINT_URL', await startAwsAccount(answers));
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('AWS_MAX_ATTEMPTS', '1');
  const settings = readCommandSettings(flags);
  return preflight(settings, createClients(settings.region, undefined));
}

type Lines = Awaited<ReturnType<typeof look>>;

function textsOf(lines: Lines): Record<string, string> {
  return Object.fromEntries(lines.map(({ name, text }) => [name, text]));
}

function namesOf(lines: Lines, ...kinds: readonly Lines[number]['is'][]): string[] {
  return lines.filter(({ is }) => kinds.includes(is)).map(({ name }) => name);
}

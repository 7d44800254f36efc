import { DescribeCertificateCommand, ResourceNotFoundException } from '@aws-sdk/client-acm';
import { DescribeUserPoolDomainCommand } from '@aws-sdk/client-cognito-identity-provider';
import {
  AWSOrganizationsNotInUseException,
  DescribeEffectivePolicyCommand,
  EffectivePolicyNotFoundException,
} from '@aws-sdk/client-organizations';
import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException } from '@aws-sdk/client-sesv2';
import { ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns';
import { getStackName, missingSender } from '../stack/context.ts';
import { type Account, type Check, fine, listResources, type Outcome } from './check.ts';

/** For mail, texts, sign-ins and alarms. */
export const serviceChecks: readonly Check[] = [
  {
    name: 'the login’s address',
    right: 'cognito-idp:DescribeUserPoolDomain',
    page: 'https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-assign-domain-prefix.html',
    run: findLoginDomain,
  },
  {
    name: 'your certificate',
    right: 'acm:DescribeCertificate',
    page: 'https://docs.aws.amazon.com/acm/latest/userguide/domain-ownership-validation.html',
    run: findCertificate,
  },
  {
    name: 'sign-in emails',
    right: 'ses:GetAccount and ses:GetEmailIdentity',
    page: 'https://docs.aws.amazon.com/ses/latest/dg/request-production-access.html',
    run: findSender,
  },
  {
    name: 'alarms',
    right: 'sns:ListSubscriptionsByTopic and cloudformation:ListStackResources',
    page: 'https://docs.aws.amazon.com/sns/latest/dg/SendMessageToHttp.confirm.html',
    run: findAlarmChannels,
  },
  {
    name: 'AI services opt-out',
    right: 'organizations:DescribeEffectivePolicy',
    page: 'https://docs.aws.amazon.com/organizations/latest/userguide/orgs_manage_policies_ai-opt-out.html',
    run: findOptOut,
  },
];

async function findLoginDomain(account: Account): Promise<Outcome> {
  const { id, settings, clients } = account;
  const prefix = `parley-${settings.stage}-${id}`;
  const command = new DescribeUserPoolDomainCommand({ Domain: prefix });
  const { UserPoolId } = (await clients.cognito.send(command)).DomainDescription ?? {};
  if (!UserPoolId) return fine(`${prefix} is free`);
  const pools = await listResources(account, getStackName(settings), 'AWS::Cognito::UserPool');
  if (pools.includes(UserPoolId)) return fine(`${prefix} is this deployment's`);
  return {
    is: 'stop',
    text: `${prefix} belongs to the user pool ${UserPoolId} of an earlier deployment. Delete its domain, or deploy with another -c stage=….`,
  };
}

async function findCertificate({ settings, clients }: Account): Promise<Outcome> {
  const { domain, certificateArn } = settings;
  if (domain === undefined) return fine('none is needed: the site is at its cloudfront.net address');
  const command = new DescribeCertificateCommand({ CertificateArn: certificateArn });
  const { Certificate } = await clients.certificates.send(command).catch((error: unknown) => {
    if (error instanceof ResourceNotFoundException) return { Certificate: undefined };
    throw error;
  });
  if (!Certificate) return { is: 'stop', text: `${certificateArn} does not exist in this account.` };
  const { Status, DomainName = '', SubjectAlternativeNames = [] } = Certificate;
  const names = [...new Set([DomainName, ...SubjectAlternativeNames])];
  if (!names.some((name) => covers(name, domain)))
    return {
      is: 'stop',
      text: `It is for ${names.join(', ')}, not for ${domain}. Ask for one for ${domain}.`,
    };
  if (Status === 'ISSUED') return fine(`issued for ${domain}`);
  if (Status === 'PENDING_VALIDATION')
    return { is: 'stop', text: 'AWS waits for its DNS record. Add the record that the console shows.' };
  return { is: 'stop', text: `Its status is ${Status}. Ask for a new one in us-east-1.` };
}

/** An asterisk is one label. */
function covers(name: string, domain: string): boolean {
  return name === domain || (name.startsWith('*.') && domain.split('.').slice(1).join('.') === name.slice(2));
}

async function findSender({ settings, clients }: Account): Promise<Outcome> {
  const { emailFrom, stage } = settings;
  if (emailFrom === undefined && stage === 'prod') return { is: 'stop', text: missingSender };
  if (emailFrom === undefined)
    return {
      is: 'look',
      text: 'Cognito sends them, at most 50 a day. For more, deploy with -c emailFrom=….',
    };
  const { ProductionAccessEnabled, SendingEnabled, EnforcementStatus } = await clients.ses.send(
    new GetAccountCommand({}),
  );
  if (EnforcementStatus === 'PROBATION')
    return {
      is: 'do',
      text: 'SES reviews this account, because too much mail bounced or annoyed people. Answer its case, or it pauses.',
    };
  if (!SendingEnabled)
    return { is: 'do', text: 'SES has paused sending for this account. Read its mail to you.' };
  const [, emailDomain = ''] = emailFrom.split('@');
  const verified = await Promise.all(
    [emailFrom, emailDomain].map((EmailIdentity) =>
      clients.ses.send(new GetEmailIdentityCommand({ EmailIdentity })).then(
        ({ VerifiedForSendingStatus }) => VerifiedForSendingStatus === true,
        (error: unknown) => {
          if (error instanceof NotFoundException) return false;
          throw error;
        },
      ),
    ),
  );
  if (!verified.includes(true)) return { is: 'stop', text: `Verify ${emailDomain} in SES in this region.` };
  if (ProductionAccessEnabled) return fine(`from ${emailFrom}`);
  return {
    is: 'do',
    text: 'SES is in its sandbox: only verified addresses get mail. Ask for production access.',
  };
}

async function findAlarmChannels(account: Account): Promise<Outcome> {
  const { settings, clients } = account;
  const channels = [settings.alarmEmail, settings.alarmUrl].filter((each) => each !== undefined);
  if (channels.length === 0) return { is: 'do', text: 'Nobody gets them. Deploy with -c alarmEmail=you@….' };
  const [topic] = await listResources(account, getStackName(settings), 'AWS::SNS::Topic');
  if (!topic)
    return { is: 'look', text: `After the deployment, AWS asks ${channels.join(' and ')} to confirm.` };
  const command = new ListSubscriptionsByTopicCommand({ TopicArn: topic });
  const { Subscriptions = [] } = await clients.sns.send(command);
  const confirmed = Subscriptions.filter(({ SubscriptionArn }) => SubscriptionArn?.startsWith('arn:'));
  const silent = channels.filter((each) => !confirmed.some(({ Endpoint }) => Endpoint === each));
  if (silent.length === 0) return fine(`confirmed by ${channels.join(' and ')}`);
  return { is: 'do', text: `Open the link that AWS has sent to ${silent.join(' and ')}.` };
}

/** The privacy policy promises it for these. */
const optedOut = ['translate', 'comprehend', 'transcribe', 'polly'];

async function findOptOut({ clients }: Account): Promise<Outcome> {
  const advice = 'Attach a policy that opts out of Translate, Comprehend, Transcribe and Polly.';
  const command = new DescribeEffectivePolicyCommand({ PolicyType: 'AISERVICES_OPT_OUT_POLICY' });
  try {
    const { EffectivePolicy } = await clients.organizations.send(command);
    const missing = listKept(JSON.parse(EffectivePolicy?.PolicyContent ?? '{}'));
    if (missing.length === 0) return fine('opted out');
    return { is: 'do', text: `${missing.join(', ')} may keep texts to train on. ${advice}` };
  } catch (error) {
    if (error instanceof AWSOrganizationsNotInUseException)
      return { is: 'do', text: `Only organisations can opt out. Create one with this account. ${advice}` };
    if (error instanceof EffectivePolicyNotFoundException)
      return { is: 'do', text: `No policy is attached. ${advice}` };
    throw error;
  }
}

/** In an effective policy, inherited operators are resolved: a service has its own value, or the default's. */
function listKept({ services = {} }: EffectivePolicy): string[] {
  return optedOut.filter((name) => (services[name] ?? services.default)?.opt_out_policy !== 'optOut');
}

interface EffectivePolicy {
  readonly services?: Readonly<Record<string, { readonly opt_out_policy?: string }>>;
}

import { Stack, type StackProps } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnIPSet, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { type EndpointId, endpointIds, endpoints } from '../../../../shared/api/index.ts';
import { getStackName, type Settings } from '../context.ts';
import { Alarms } from '../operations/alarms.ts';
import { fiveMinutes } from '../operations/metrics.ts';
import { computeAddressLimit, minRateLimit } from '../operations/throttles.ts';
import { stripeAddresses } from './stripe-addresses.ts';

export class WebAcl extends Construct {
  readonly arn: string;
  private readonly settings: Settings;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.settings = settings;
    const stripe = new CfnIPSet(this, 'Stripe', {
      scope: 'CLOUDFRONT',
      ipAddressVersion: 'IPV4',
      addresses: stripeAddresses.map((address) => `${address}/32`),
    });
    const isFromStripe = { ipSetReferenceStatement: { arn: stripe.attrArn } };
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: createVisibility(getStackName(settings)),
      rules: computeRateLimits(settings).map(({ rule, ...limit }, priority) =>
        createRateRule(rule, priority, limit, scopes(isFromStripe)[rule]),
      ),
    });
    this.arn = acl.attrArn;
  }

  watch(alarms: Alarms): void {
    alarms.watch('blocked', 'The rate rules blocked more than 1,000 requests in 5 minutes', {
      metric: createBlockedMetric(this.settings, 'ALL'),
      threshold: 1_000,
    });
  }
}

export class EdgeStack extends Stack {
  readonly webAcl: WebAcl;

  constructor(scope: Construct, id: string, { settings, ...props }: StackProps & { settings: Settings }) {
    super(scope, id, props);
    this.webAcl = new WebAcl(this, 'WebAcl', settings);
    this.webAcl.watch(new Alarms(this, 'Alarms', settings));
  }
}

export const edgeRegion = 'us-east-1';

export const ruleNames = [
  'api',
  'webhook',
  'webhook-others',
  'speech',
  'site',
  'translate',
  'voice',
] as const;

type RuleName = (typeof ruleNames)[number];

/** @param rule `ALL`: docs.aws.amazon.com/waf/latest/developerguide/waf-metrics.html */
export function createBlockedMetric(settings: Settings, rule: RuleName | 'ALL'): Metric {
  return new Metric({
    namespace: 'AWS/WAFV2',
    metricName: 'BlockedRequests',
    dimensionsMap: { WebACL: getStackName(settings), Rule: rule },
    region: edgeRegion,
    statistic: 'Sum',
    period: fiveMinutes,
    label: rule,
  });
}

/** Requests that one IP address may send within a window. */
function computeRateLimits(settings: Settings): RateLimit[] {
  const { requestsPerAddress } = settings;
  const fiveMinutes = { windowSeconds: 300, share: 1 / 2 };
  const minute = { windowSeconds: 60 };
  const limitOf = (ids: readonly EndpointId[], within: { windowSeconds: number; share: number }) =>
    computeAddressLimit(ids, settings, within);
  return [
    {
      rule: 'api',
      windowSeconds: 300,
      limit: Math.min(requestsPerAddress, limitOf(apiRuleIds, fiveMinutes)),
    },
    // Stripe sends many webhooks from few addresses. Others may send some: the list of its addresses changes.
    { rule: 'webhook', windowSeconds: 300, limit: limitOf(['billing.webhook'], fiveMinutes) },
    { rule: 'webhook-others', windowSeconds: 60, limit: minRateLimit },
    // A speaker sends three chunks a second, and a hotel shares one address. So it is counted over people's pauses.
    {
      rule: 'speech',
      windowSeconds: 300,
      limit: limitOf(['speech.send-chunk'], { ...fiveMinutes, share: 1 / 8 }),
    },
    { rule: 'site', windowSeconds: 300, limit: requestsPerAddress * siteFilesPerApiRequest },
    // Within a minute, so that it takes many addresses to use up what a provider allows.
    {
      rule: 'translate',
      windowSeconds: 60,
      limit: limitOf(['translation.translate'], { ...minute, share: 1 / 20 }),
    },
    { rule: 'voice', windowSeconds: 60, limit: limitOf(voiceIds, { ...minute, share: 1 / 8 }) },
  ];
}

interface RateLimit {
  readonly rule: RuleName;
  readonly windowSeconds: number;
  readonly limit: number;
}

/** A first visit makes 3 API requests and loads about 120 files, mostly for offline use. */
export const siteFilesPerApiRequest = 40;

const apiRuleIds = endpointIds.filter((id) => id !== 'billing.webhook' && id !== 'speech.send-chunk');
const voiceIds = ['speech.listen', 'speech.transcribe', 'speech.synthesize', 'speech.marks'] as const;

/** The requests that each rule counts. `site` counts all. */
function scopes(
  isFromStripe: CfnWebACL.StatementProperty,
): Partial<Record<RuleName, CfnWebACL.StatementProperty>> {
  const [webhook, chunk] = [matchEndpoint('billing.webhook'), matchEndpoint('speech.send-chunk')];
  return {
    api: every(matchPath('STARTS_WITH', '/api/'), no(webhook), no(chunk)),
    webhook: every(webhook, isFromStripe),
    'webhook-others': every(webhook, no(isFromStripe)),
    speech: chunk,
    translate: matchEndpoint('translation.translate'),
    voice: { orStatement: { statements: voiceIds.map(matchEndpoint) } },
  };
}

function every(...statements: CfnWebACL.StatementProperty[]): CfnWebACL.StatementProperty {
  return { andStatement: { statements } };
}

function no(statement: CfnWebACL.StatementProperty): CfnWebACL.StatementProperty {
  return { notStatement: { statement } };
}

function createRateRule(
  name: RuleName,
  priority: number,
  { windowSeconds, limit }: Omit<RateLimit, 'rule'>,
  scopeDownStatement?: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    action: { block: {} },
    visibilityConfig: createVisibility(name),
    statement: {
      rateBasedStatement: {
        aggregateKeyType: 'IP',
        evaluationWindowSec: windowSeconds,
        limit,
        ...(scopeDownStatement && { scopeDownStatement }),
      },
    },
  };
}

function matchEndpoint(id: EndpointId): CfnWebACL.StatementProperty {
  return matchPath('EXACTLY', endpoints[id].path);
}

function matchPath(
  positionalConstraint: 'STARTS_WITH' | 'EXACTLY',
  searchString: string,
): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      fieldToMatch: { uriPath: {} },
      positionalConstraint,
      searchString,
      textTransformations: [
        { priority: 0, type: 'URL_DECODE' },
        { priority: 1, type: 'NORMALIZE_PATH' },
      ],
    },
  };
}

/** Samples would store requests. */
function createVisibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}

import { Stack, type StackProps } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { endpointIds, endpoints } from '../../../../shared/api/index.ts';
import { getStackName, type Settings } from '../context.ts';
import { Alarms } from '../operations/alarms.ts';
import { fiveMinutes } from '../operations/metrics.ts';
import { computeAddressLimit, rateWindowSeconds } from '../operations/throttles.ts';

export class WebAcl extends Construct {
  readonly arn: string;
  private readonly settings: Settings;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.settings = settings;
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: createVisibility(getStackName(settings)),
      rules: [
        createRateRule(
          'api',
          0,
          Math.min(settings.requestsPerAddress, computeAddressLimit(apiRuleEndpoints, settings)),
          {
            andStatement: {
              statements: [
                matchPath('STARTS_WITH', '/api/'),
                { notStatement: { statement: webhookPath } },
                { notStatement: { statement: sendChunkPath } },
              ],
            },
          },
        ),
        // Stripe sends many webhooks from few IP addresses.
        createRateRule('webhook', 1, computeAddressLimit(['billing.webhook'], settings), webhookPath),
        // Each speaker sends three chunks a second, and all guests of a hotel share one IP address.
        createRateRule('speech', 3, computeAddressLimit(['speech.send-chunk'], settings), sendChunkPath),
        createRateRule('site', 2, settings.requestsPerAddress * siteFilesPerApiRequest),
      ],
    });
    this.arn = acl.attrArn;
  }

  watch(alarms: Alarms): void {
    for (const rule of ruleNames) {
      alarms.watch(`blocked:${rule}`, `The rate rule ${rule} blocked more than 1,000 requests in 5 minutes`, {
        metric: createBlockedMetric(this.settings, rule),
        threshold: 1_000,
      });
    }
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

export const ruleNames = ['api', 'webhook', 'site', 'speech'] as const;

type RuleName = (typeof ruleNames)[number];

export function createBlockedMetric(settings: Settings, rule: RuleName): Metric {
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

/** A first visit makes 3 API requests and loads about 120 files, mostly for offline use. */
const siteFilesPerApiRequest = 40;

const apiRuleEndpoints = endpointIds.filter((id) => id !== 'billing.webhook' && id !== 'speech.send-chunk');

function createRateRule(
  name: RuleName,
  priority: number,
  limit: number,
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
        evaluationWindowSec: rateWindowSeconds,
        limit,
        ...(scopeDownStatement && { scopeDownStatement }),
      },
    },
  };
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

const sendChunkPath = matchPath('EXACTLY', endpoints['speech.send-chunk'].path);
const webhookPath = matchPath('EXACTLY', endpoints['billing.webhook'].path);

/** Samples would store requests. */
function createVisibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}

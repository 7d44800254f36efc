import { Stack, type StackProps } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { endpointIds, endpoints } from '../../../shared/api/index.ts';
import type { Settings } from '../context.ts';
import { Alarms } from '../operations/alarms.ts';
import { fiveMinutes } from '../operations/metrics.ts';
import { computeAddressLimit, rateWindowSeconds } from '../operations/throttles.ts';

/** Limits requests by address. Rules that read bodies would mistake sentences for attacks. */
export class WebAcl extends Construct {
  readonly arn: string;
  private readonly settings: Settings;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.settings = settings;
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(aclName(settings)),
      rules: [
        rateRule(
          'api',
          0,
          Math.min(settings.requestsPerAddress, computeAddressLimit(calledByPages, settings)),
          {
            andStatement: {
              statements: [
                pathMatches('STARTS_WITH', '/api/'),
                { notStatement: { statement: webhookPath } },
                { notStatement: { statement: hearPath } },
              ],
            },
          },
        ),
        // Stripe sends many webhooks from few addresses.
        rateRule('webhook', 1, computeAddressLimit(['billing.webhook'], settings), webhookPath),
        // Each speaker sends two parts a second, and hotels share an address.
        rateRule('speech', 3, computeAddressLimit(['speech.hear'], settings), hearPath),
        rateRule('site', 2, settings.requestsPerAddress * siteFilesPerApiRequest),
      ],
    });
    this.arn = acl.attrArn;
  }

  watch(alarms: Alarms): void {
    for (const rule of ruleNames) {
      alarms.watch(`blocked:${rule}`, `The rate rule ${rule} blocked more than 1,000 requests in 5 minutes`, {
        metric: blockedRequests(this.settings, rule),
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

/** Region of CloudFront's web ACLs and their metrics. */
export const edgeRegion = 'us-east-1';

export const ruleNames = ['api', 'webhook', 'site', 'speech'] as const;

type RuleName = (typeof ruleNames)[number];

export function blockedRequests(settings: Settings, rule: RuleName): Metric {
  return new Metric({
    namespace: 'AWS/WAFV2',
    metricName: 'BlockedRequests',
    dimensionsMap: { WebACL: aclName(settings), Rule: rule },
    region: edgeRegion,
    statistic: 'Sum',
    period: fiveMinutes,
    label: rule,
  });
}

function aclName({ stage }: Settings): string {
  return `parley-${stage}`;
}

/** A first visit makes 3 requests and loads about 120 files, mostly for offline use. */
const siteFilesPerApiRequest = 40;

const calledByPages = endpointIds.filter((id) => id !== 'billing.webhook' && id !== 'speech.hear');

/** Answers 403 above `limit` requests in 5 minutes from one address. */
function rateRule(
  name: RuleName,
  priority: number,
  limit: number,
  scopeDownStatement?: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    action: { block: {} },
    visibilityConfig: visibility(name),
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

function pathMatches(
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

const hearPath = pathMatches('EXACTLY', endpoints['speech.hear'].path);
const webhookPath = pathMatches('EXACTLY', endpoints['billing.webhook'].path);

/** Samples would store requests. */
function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}

import { Stack, type StackProps } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Settings } from './context.ts';

/**
 * Limits how often one address may ask. Rate rules only: rules that read bodies take ordinary sentences for
 * attacks, and what people type is nobody's to match.
 */
export class WebAcl extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(`parley-${settings.stage}`),
      rules: [
        rateRule('api', 0, settings.requestsPerAddress, pathStartsWith('/api/')),
        rateRule('site', 1, settings.requestsPerAddress * siteFilesPerApiRequest),
      ],
    });
    this.arn = acl.attrArn;
  }
}

/** The web ACL of a stack in another region: CloudFront's live in us-east-1. */
export class EdgeStack extends Stack {
  readonly webAcl: WebAcl;

  constructor(scope: Construct, id: string, { settings, ...props }: StackProps & { settings: Settings }) {
    super(scope, id, props);
    this.webAcl = new WebAcl(this, 'WebAcl', settings);
  }
}

/** A first visit loads about a dozen files and makes three requests. */
const siteFilesPerApiRequest = 4;

/** Every address may ask `limit` times in 5 minutes, then gets 403 until it asks less. */
function rateRule(
  name: string,
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
        evaluationWindowSec: 300,
        limit,
        ...(scopeDownStatement && { scopeDownStatement }),
      },
    },
  };
}

function pathStartsWith(searchString: string): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      fieldToMatch: { uriPath: {} },
      positionalConstraint: 'STARTS_WITH',
      searchString,
      textTransformations: [
        { priority: 0, type: 'URL_DECODE' },
        { priority: 1, type: 'NORMALIZE_PATH' },
      ],
    },
  };
}

/** Counts, but keeps no samples of requests. */
function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}

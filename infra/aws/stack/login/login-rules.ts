import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { getStackName, type Settings } from '../context.ts';

/**
 * Cognito's pages are not behind the site's web ACL. A regional one also protects managed login
 * (docs.aws.amazon.com/cognito/latest/developerguide/user-pool-waf.html).
 */
export class LoginRules extends Construct {
  constructor(scope: Construct, id: string, { settings, userPoolArn }: Props) {
    super(scope, id);
    const name = `${getStackName(settings)}-login`;
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: createVisibility(name),
      rules: [
        createRule('sign-ups', 0, { captcha: {} }, { limit: 10, scopeDownStatement: signUp }),
        createRule('requests', 1, { block: {} }, { limit: 1_000 }),
      ],
    });
    new CfnWebACLAssociation(this, 'Association', { resourceArn: userPoolArn, webAclArn: acl.attrArn });
  }
}

/** The form of the page `/signup`. A campus may share an address, so more people get a CAPTCHA, and nobody is refused. */
const signUp: CfnWebACL.StatementProperty = {
  andStatement: {
    statements: [match({ uriPath: {} }, '/signup', 'STARTS_WITH'), match({ method: {} }, 'post', 'EXACTLY')],
  },
};

function match(
  fieldToMatch: CfnWebACL.FieldToMatchProperty,
  searchString: string,
  positionalConstraint: string,
): CfnWebACL.StatementProperty {
  const textTransformations = [{ priority: 0, type: 'LOWERCASE' }];
  return { byteMatchStatement: { fieldToMatch, searchString, positionalConstraint, textTransformations } };
}

/** Counts the requests of one IP address in 5 minutes. */
function createRule(
  name: string,
  priority: number,
  action: CfnWebACL.RuleActionProperty,
  limited: { limit: number; scopeDownStatement?: CfnWebACL.StatementProperty },
): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    action,
    statement: { rateBasedStatement: { aggregateKeyType: 'IP', evaluationWindowSec: 300, ...limited } },
    visibilityConfig: createVisibility(name),
  };
}

function createVisibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}

interface Props {
  readonly settings: Settings;
  readonly userPoolArn: string;
}

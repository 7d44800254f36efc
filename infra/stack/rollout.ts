import { Validations } from 'aws-cdk-lib';
import { type Alarm, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { ApiFunction } from './function.ts';
import type { Alarms } from './operations/alarms.ts';
import { fiveMinutes, type OwnMetrics } from './operations/metrics.ts';

/**
 * Lets a new version of the functions that must not break have a tenth of the calls for five minutes, and then all
 * of them; where it fails, the deployment is rolled back.
 */
export class Rollout extends Construct {
  private readonly application: LambdaApplication;
  private readonly role: Role;

  constructor(scope: Construct, id: string, { functions, alarms, own }: Props) {
    super(scope, id);
    this.application = new LambdaApplication(this, 'Application');
    this.role = this.createRole();
    for (const target of functions) {
      if (target.live)
        this.shift(target, target.live, [watchCrashes(target, alarms), watchFaults(target, alarms, own)]);
    }
  }

  private shift({ endpointId }: ApiFunction, alias: Alias, alarms: Alarm[]): void {
    // The alarms know the new version before it gets its first call.
    alias.node.addDependency(...alarms);
    new LambdaDeploymentGroup(this, endpointId, {
      application: this.application,
      role: this.role,
      alias,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms,
      autoRollback: { failedDeployment: true, deploymentInAlarm: true },
    });
  }

  private createRole(): Role {
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason: 'AWS keeps the policy by which CodeDeploy moves aliases, and CDK attaches it by itself.',
    });
    return role;
  }
}

/** Of the new version alone: Lambda tells versions apart while an alias is shared by two. */
function watchCrashes({ endpointId, functionName, currentVersion }: ApiFunction, alarms: Alarms): Alarm {
  return alarms.watch(
    `rollout:${endpointId}.crashes`,
    `The new version of ${endpointId} crashed or timed out`,
    {
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Errors',
        dimensionsMap: {
          FunctionName: functionName,
          Resource: `${functionName}:live`,
          ExecutedVersion: currentVersion.version,
        },
        statistic: 'Sum',
        period: fiveMinutes,
      }),
      threshold: 0,
    },
  );
}

/** Of both versions: where the new one answers nothing but faults, a tenth of all answers are faults. */
function watchFaults({ endpointId }: ApiFunction, alarms: Alarms, own: OwnMetrics): Alarm {
  const endpoint = { endpoint: endpointId };
  return alarms.watch(
    `rollout:${endpointId}.faults`,
    `More than 5 % of the answers of ${endpointId} are faults`,
    {
      metric: new MathExpression({
        expression: `IF(faults >= ${fewestFaults}, 100 * share, 0)`,
        usingMetrics: {
          faults: own.one('ServerErrors', endpoint, 'Sum'),
          share: own.one('ServerErrors', endpoint, 'Average'),
        },
        label: 'faults, percent',
        period: fiveMinutes,
      }),
      threshold: 5,
    },
  );
}

/** One bad moment of a provider is no reason to roll back. */
const fewestFaults = 3;

interface Props {
  readonly functions: readonly ApiFunction[];
  readonly alarms: Alarms;
  readonly own: OwnMetrics;
}

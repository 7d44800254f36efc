import { Validations } from 'aws-cdk-lib';
import { type Alarm, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { ApiFunction } from './function.ts';
import type { Alarms } from './operations/alarms.ts';
import { type AppMetrics, fiveMinutes } from './operations/metrics.ts';

/** Gives new versions of critical functions a tenth of the calls for five minutes, and rolls back on an alarm. */
export class Rollout extends Construct {
  constructor(scope: Construct, id: string, { functions, alarms, appMetrics }: Props) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason: 'CDK attaches AWS’s policy for shifting aliases.',
    });
    for (const each of functions) {
      if (!each.liveAlias) continue;
      const rolloutAlarms = [watchCrashes(each, alarms), watchFaults(each, alarms, appMetrics)];
      // The alarms must watch the new version before its first call.
      each.liveAlias.node.addDependency(...rolloutAlarms);
      new LambdaDeploymentGroup(this, each.endpointId, {
        application,
        role,
        alias: each.liveAlias,
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        alarms: rolloutAlarms,
        autoRollback: { failedDeployment: true, deploymentInAlarm: true },
      });
    }
  }
}

/** Watches only the new version: Lambda reports versions separately while an alias has two. */
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

/** Watches both versions: if the new one always fails, a tenth of all responses are server errors. */
function watchFaults({ endpointId }: ApiFunction, alarms: Alarms, appMetrics: AppMetrics): Alarm {
  const endpoint = { endpoint: endpointId };
  return alarms.watch(
    `rollout:${endpointId}.faults`,
    `More than 5 % of the responses of ${endpointId} are server errors`,
    {
      metric: new MathExpression({
        expression: `IF(faults >= ${minFaults}, 100 * share, 0)`,
        usingMetrics: {
          faults: appMetrics.metric('ServerErrors', endpoint, 'Sum'),
          share: appMetrics.metric('ServerErrors', endpoint, 'Average'),
        },
        label: 'server errors (%)',
        period: fiveMinutes,
      }),
      threshold: 5,
    },
  );
}

/** One or two provider failures must not cause a rollback. */
const minFaults = 3;

interface Props {
  readonly functions: readonly ApiFunction[];
  readonly alarms: Alarms;
  readonly appMetrics: AppMetrics;
}

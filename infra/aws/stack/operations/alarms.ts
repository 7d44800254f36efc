import { Stack, Validations } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import {
  type AddToResourcePolicyResult,
  type Conditions,
  PolicyStatement,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { type ITopicSubscription, SubscriptionProtocol, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Settings } from '../context.ts';

/** The topic for alarms. An alarm is named `SECTION:SUBJECT`, by its section of `infra/aws/RUNBOOK.md`. */
export class Alarms extends Topic {
  private readonly stage: string;
  readonly all: Alarm[] = [];

  constructor(scope: Construct, id: string, { stage, alarmEmail, alarmUrl }: Settings) {
    super(scope, id, { displayName: `Parley ${stage} alarms`, enforceSSL: true });
    this.stage = stage;
    const { account, partition, region } = Stack.of(this);
    this.allow('Alarms', 'cloudwatch', {
      ArnLike: {
        'aws:SourceArn': `arn:${partition}:cloudwatch:${region}:${account}:alarm:parley-${stage}-*`,
      },
    });
    if (alarmEmail) this.subscribe(new EmailSubscription(alarmEmail));
    if (alarmUrl) this.subscribe(new UrlSubscription(alarmUrl, { protocol: SubscriptionProtocol.HTTPS }));
  }

  private subscribe(channel: ITopicSubscription): void {
    Validations.of(this.addSubscription(channel)).acknowledge({
      id: 'Serverless-SNSRedrivePolicy',
      reason: 'SNS repeats deliveries, and the dashboard shows every alarm.',
    });
  }

  watch(
    name: string,
    description: string,
    { metric, threshold, periods = 1, isMissingBad = false }: Limit,
  ): Alarm {
    const alarm = new Alarm(this, name, {
      alarmName: `parley-${this.stage}-${name.replace(/[:.]/g, '-')}`,
      alarmDescription: `${description}. Steps: infra/aws/RUNBOOK.md#${name.split(':')[0]}`,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: isMissingBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this));
    alarm.addOkAction(new SnsAction(this));
    this.all.push(alarm);
    return alarm;
  }

  /** Replaces the default policy, which lets the whole account publish. */
  allow(who: string, service: string, conditions: Conditions): AddToResourcePolicyResult {
    return this.addToResourcePolicy(
      new PolicyStatement({
        sid: `Allow${who}`,
        principals: [new ServicePrincipal(`${service}.amazonaws.com`)],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions,
      }),
    );
  }
}

interface Limit {
  readonly metric: IMetric;
  readonly threshold: number;
  readonly periods?: number;
  readonly isMissingBad?: boolean;
}

import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmBase,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Settings } from '../context.ts';

/** The topic for alarms. An alarm is named `SECTION:SUBJECT`, by its section of `infra/RUNBOOK.md`. */
export class Alarms extends Topic {
  private readonly stage: string;
  /** Excludes the conditions of composite alarms. */
  readonly notifyingAlarms: AlarmBase[] = [];

  constructor(scope: Construct, id: string, { stage, alarmEmail }: Settings) {
    super(scope, id, { displayName: `Parley ${stage} alarms`, enforceSSL: true });
    this.stage = stage;
    this.allowAlarms();
    if (!alarmEmail) return;
    Validations.of(this.addSubscription(new EmailSubscription(alarmEmail))).acknowledge({
      id: 'Serverless-SNSRedrivePolicy',
      reason: 'SNS retries emails for hours, and the dashboard shows every alarm.',
    });
  }

  watch(name: string, description: string, limit: Limit): Alarm {
    const alarm = this.create(name, description, limit);
    this.notify(alarm);
    return alarm;
  }

  watchComposite(name: string, description: string, limits: Readonly<Record<string, Limit>>): void {
    const conditions = Object.entries(limits).map(([key, limit]) =>
      this.create(`${name}.${key}`, `${description}: one of its conditions`, limit),
    );
    const composite = new CompositeAlarm(this, name, {
      compositeAlarmName: this.buildAlarmName(name),
      alarmDescription: describe(name, description),
      alarmRule: AlarmRule.allOf(...conditions.map((each) => AlarmRule.fromAlarm(each, AlarmState.ALARM))),
    });
    this.notify(composite);
  }

  private create(name: string, description: string, { metric, threshold, periods = 1 }: Limit): Alarm {
    return new Alarm(this, name, {
      alarmName: this.buildAlarmName(name),
      alarmDescription: describe(name, description),
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }

  private notify(alarm: AlarmBase): void {
    alarm.addAlarmAction(new SnsAction(this));
    this.notifyingAlarms.push(alarm);
  }

  private buildAlarmName(name: string): string {
    return `parley-${this.stage}-${name.replace(/[:.]/g, '-')}`;
  }

  /** Replaces the default policy, which lets the whole account publish. */
  private allowAlarms(): void {
    const alarms = Stack.of(this).formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: `parley-${this.stage}-*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    this.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AllowAlarms',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: { ArnLike: { 'aws:SourceArn': alarms } },
      }),
    );
  }
}

function describe(name: string, description: string): string {
  return `${description}. Steps: infra/RUNBOOK.md#${name.split(':')[0]}`;
}

interface Limit {
  readonly metric: IMetric;
  readonly threshold: number;
  readonly periods?: number;
}

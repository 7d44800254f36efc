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

/**
 * Whom alarms reach, and the one way to make one. A name is the kind of alarm, which is a section of
 * `infra/RUNBOOK.md`, and after a colon what it watches.
 */
export class Alarms extends Topic {
  private readonly stage: string;
  private readonly telling: AlarmBase[] = [];

  constructor(scope: Construct, id: string, { stage, alarmEmail }: Settings) {
    super(scope, id, { displayName: `Parley ${stage} alarms`, enforceSSL: true });
    this.stage = stage;
    this.allowAlarms();
    if (alarmEmail) this.mail(alarmEmail);
  }

  /** Those that somebody hears of. */
  get heard(): readonly AlarmBase[] {
    return this.telling;
  }

  /** Tells when a metric is above the threshold. A metric that says nothing is good news. */
  watch(name: string, sentence: string, limit: Limit): Alarm {
    const alarm = this.create(name, sentence, limit);
    this.tell(alarm);
    return alarm;
  }

  /** Tells when all limits are passed at once; each alone tells nobody. */
  watchTogether(name: string, sentence: string, limits: Readonly<Record<string, Limit>>): void {
    const parts = Object.entries(limits).map(([part, limit]) =>
      this.create(`${name}.${part}`, `${sentence}: a part of it`, limit),
    );
    const whole = new CompositeAlarm(this, name, {
      compositeAlarmName: this.alarmName(name),
      alarmDescription: describe(name, sentence),
      alarmRule: AlarmRule.allOf(...parts.map((part) => AlarmRule.fromAlarm(part, AlarmState.ALARM))),
    });
    this.tell(whole);
  }

  private create(name: string, sentence: string, { metric, threshold, periods = 1 }: Limit): Alarm {
    return new Alarm(this, name, {
      alarmName: this.alarmName(name),
      alarmDescription: describe(name, sentence),
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }

  private tell(alarm: AlarmBase): void {
    alarm.addAlarmAction(new SnsAction(this));
    this.telling.push(alarm);
  }

  private alarmName(name: string): string {
    return `parley-${this.stage}-${name.replace(/[:.]/g, '-')}`;
  }

  private mail(address: string): void {
    Validations.of(this.addSubscription(new EmailSubscription(address))).acknowledge({
      id: 'Serverless-SNSRedrivePolicy',
      reason: 'SNS tries a mail for hours, and an alarm that nobody got still shows on the dashboard.',
    });
  }

  /** A policy of its own takes the place of the one by which everything in the account may publish. */
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

function describe(name: string, sentence: string): string {
  return `${sentence}. What to do: infra/RUNBOOK.md#${name.split(':')[0]}`;
}

interface Limit {
  readonly metric: IMetric;
  readonly threshold: number;
  /** How many periods of the metric in a row must be above it; one, if not given. */
  readonly periods?: number;
}

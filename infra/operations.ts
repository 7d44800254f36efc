import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Settings } from './context.ts';
import type { ApiFunction } from './function.ts';
import type { Storage } from './storage.ts';

/** Says when something needs a person. Each alarm has its section in `infra/README.md`. */
export class Operations extends Construct {
  private readonly topic: Topic;
  private readonly stage: string;

  constructor(scope: Construct, id: string, { settings, api, functions, storage }: Props) {
    super(scope, id);
    this.stage = settings.stage;
    this.topic = new Topic(this, 'Alarms', {
      displayName: `Parley ${settings.stage} alarms`,
      enforceSSL: true,
    });
    if (settings.alarmEmail) this.topic.addSubscription(new EmailSubscription(settings.alarmEmail));

    this.watchServerErrors(api);
    for (const each of functions) this.watchFunction(each);
    for (const each of functions) if (each.endpointId === 'translation.translate') this.watchLatency(each);
    for (const [name, table] of Object.entries(storage.tables)) this.watchTable(name, table.tableName);
  }

  private watchServerErrors(api: HttpApi): void {
    this.alarm('server-errors', 'More than 5 answers of 5xx in 5 minutes', {
      metric: api.metricServerError({ statistic: 'Sum', period: fiveMinutes }),
      threshold: 5,
    });
  }

  private watchFunction(target: ApiFunction): void {
    this.alarm(
      `function:${target.endpointId}`,
      `The function of ${target.endpointId} crashed, timed out or was throttled`,
      {
        metric: new MathExpression({
          expression: 'errors + throttles',
          label: 'errors and throttles',
          period: fiveMinutes,
          usingMetrics: {
            errors: target.metricErrors({ statistic: 'Sum', period: fiveMinutes }),
            throttles: target.metricThrottles({ statistic: 'Sum', period: fiveMinutes }),
          },
        }),
        threshold: 0,
      },
    );
  }

  private watchLatency(target: ApiFunction): void {
    this.alarm('slow-translations', 'One translation in twenty takes longer than 2 seconds, for 15 minutes', {
      metric: target.metricDuration({ statistic: 'p95', period: fiveMinutes }),
      threshold: 2_000,
      periods: 3,
    });
  }

  private watchTable(name: string, tableName: string): void {
    const throttles = (metricName: string) =>
      new Metric({
        namespace: 'AWS/DynamoDB',
        metricName,
        dimensionsMap: { TableName: tableName },
        statistic: 'Sum',
        period: fiveMinutes,
      });
    this.alarm(`table:${name}`, `DynamoDB throttled the table ${name}`, {
      metric: new MathExpression({
        expression: 'reads + writes',
        label: 'throttled reads and writes',
        period: fiveMinutes,
        usingMetrics: { reads: throttles('ReadThrottleEvents'), writes: throttles('WriteThrottleEvents') },
      }),
      threshold: 0,
    });
  }

  /** @param name the kind of alarm, which is the runbook's section, and after a colon what it watches */
  private alarm(
    name: string,
    sentence: string,
    { metric, threshold, periods = 1 }: { metric: IMetric; threshold: number; periods?: number },
  ): void {
    const [kind, watched] = name.split(':');
    const alarm = new Alarm(this, name, {
      alarmName: ['parley', this.stage, kind, watched?.replace('.', '-')].filter(Boolean).join('-'),
      alarmDescription: `${sentence}. What to do: infra/README.md, "Alarm: ${kind}".`,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
  }
}

const fiveMinutes = Duration.minutes(5);

interface Props {
  readonly settings: Settings;
  readonly api: HttpApi;
  readonly functions: readonly ApiFunction[];
  readonly storage: Storage;
}

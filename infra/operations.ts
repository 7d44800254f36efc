import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Settings } from './context.ts';
import type { ApiFunction, HouseFunction, JobFunction } from './function.ts';
import type { Schedules } from './schedules.ts';
import type { Storage } from './storage.ts';
import { type TableName, tables } from './tables.ts';

/**
 * Says when something needs a person. Each alarm has its section in `infra/README.md` and watches one metric:
 * metrics that exist only while something is wrong do not add up.
 */
export class Operations extends Construct {
  private readonly topic: Topic;
  private readonly stage: string;

  constructor(scope: Construct, id: string, { settings, api, functions, schedules, storage }: Props) {
    super(scope, id);
    this.stage = settings.stage;
    this.topic = this.createTopic();
    if (settings.alarmEmail) this.topic.addSubscription(new EmailSubscription(settings.alarmEmail));

    this.watchServerErrors(api);
    for (const each of functions) this.watchFunction(each);
    for (const each of schedules.functions) this.watchJob(each);
    this.watchFailures(schedules);
    for (const each of functions) if (each.endpointId === 'translation.translate') this.watchLatency(each);
    for (const name of Object.keys(tables) as TableName[]) {
      this.watchTable(name, storage.tables[name].tableName);
    }
    this.watchPayments(functions, schedules.functions);
  }

  /** A policy of its own takes the place of the one by which everything in the account may publish. */
  private createTopic(): Topic {
    const topic = new Topic(this, 'Alarms', {
      displayName: `Parley ${this.stage} alarms`,
      enforceSSL: true,
    });
    const alarms = Stack.of(this).formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: `parley-${this.stage}-*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AllowAlarms',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { ArnLike: { 'aws:SourceArn': alarms } },
      }),
    );
    return topic;
  }

  private watchServerErrors(api: HttpApi): void {
    this.alarm('server-errors', 'More than 5 answers of 5xx in 5 minutes', {
      metric: api.metricServerError({ statistic: 'Sum', period: fiveMinutes }),
      threshold: 5,
    });
  }

  private watchFunction(target: ApiFunction): void {
    const id = target.endpointId;
    this.alarm(`function:${id}.errors`, `The function of ${id} crashed or timed out`, {
      metric: errorsOf(target),
      threshold: 0,
    });
    this.alarm(`function:${id}.throttles`, `Lambda had no room for the function of ${id}`, {
      metric: target.metricThrottles({ statistic: 'Sum', period: fiveMinutes }),
      threshold: 0,
    });
  }

  private watchJob(target: JobFunction): void {
    this.alarm(`job:${target.jobName}.errors`, `The job ${target.jobName} failed`, {
      metric: errorsOf(target),
      threshold: 0,
    });
  }

  private watchFailures({ failures }: Schedules): void {
    this.alarm('job:failures', 'A job failed every time that it was tried', {
      metric: failures.metricApproximateNumberOfMessagesVisible({
        statistic: 'Maximum',
        period: fiveMinutes,
      }),
      threshold: 0,
    });
  }

  private watchLatency(target: ApiFunction): void {
    this.alarm('slow-translations', 'One translation in twenty takes longer than 2 seconds, for 15 minutes', {
      metric: target.metricDuration({ statistic: 'p95', period: fiveMinutes }),
      threshold: 2_000,
      periods: 3,
    });
  }

  private watchTable(name: TableName, tableName: string): void {
    this.watchThrottles(name, { TableName: tableName });
    // A table's own metrics leave its indexes out.
    for (const index of tables[name].indexes) {
      this.watchThrottles(`${name}.${index.name}`, {
        TableName: tableName,
        GlobalSecondaryIndexName: index.name,
      });
    }
  }

  private watchThrottles(name: string, dimensionsMap: Record<string, string>): void {
    for (const kind of ['Read', 'Write']) {
      this.alarm(
        `table:${name}.${kind.toLowerCase()}s`,
        `DynamoDB throttled ${kind.toLowerCase()}s of ${name}`,
        {
          metric: new Metric({
            namespace: 'AWS/DynamoDB',
            metricName: `${kind}ThrottleEvents`,
            dimensionsMap,
            statistic: 'Sum',
            period: fiveMinutes,
          }),
          threshold: 0,
        },
      );
    }
  }

  private watchPayments(functions: readonly ApiFunction[], jobs: readonly JobFunction[]): void {
    const reconciling = jobs.filter(({ jobName }) => jobName === 'reconcile-subscriptions');
    const webhook = functions.filter(({ endpointId }) => endpointId === 'billing.webhook');
    const keeping = [...functions, ...jobs].filter(keepsSubscriptions);
    this.alarm('drift:mended', 'Profiles said something else than Stripe, until the nightly comparison', {
      metric: this.counted('MendedProfiles', reconciling, 'subscriptions-reconciled', '$.mended'),
      threshold: 0,
    });
    this.alarm('drift:undelivered', 'Events of Stripe’s waited for the nightly comparison', {
      metric: this.counted('UndeliveredEvents', reconciling, 'subscriptions-reconciled', '$.events'),
      threshold: 0,
    });
    this.alarm('unknown-status', 'Stripe has a status of subscriptions that we do not know', {
      metric: this.counted('UnknownStatuses', keeping, 'unknown-subscription-status'),
      threshold: 0,
    });
    this.alarm('webhook-refused', 'More than 20 webhooks refused in 5 minutes', {
      metric: this.counted('RefusedWebhooks', webhook, 'webhook-refused'),
      threshold: 20,
    });
  }

  /**
   * How often some functions log an event, as one metric.
   *
   * @param field of the line, whose numbers are added up in its place
   */
  private counted(
    metricName: string,
    targets: readonly HouseFunction[],
    event: string,
    field?: string,
  ): IMetric {
    const metricNamespace = `parley-${this.stage}`;
    for (const { node, logGroup } of targets) {
      new MetricFilter(this, `${metricName}-${node.id}`, {
        logGroup,
        filterPattern: FilterPattern.stringValue('$.event', '=', event),
        metricNamespace,
        metricName,
        metricValue: field ?? '1',
      });
    }
    return new Metric({
      namespace: metricNamespace,
      metricName,
      statistic: 'Sum',
      period: fiveMinutes,
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
      alarmName: ['parley', this.stage, kind, watched?.replaceAll('.', '-')].filter(Boolean).join('-'),
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

/** Writes down what Stripe says of somebody's subscription. */
function keepsSubscriptions({ needs }: HouseFunction): boolean {
  return needs.payments === true && needs.tables?.users === 'write';
}

function errorsOf(target: HouseFunction): IMetric {
  return target.metricErrors({ statistic: 'Sum', period: fiveMinutes });
}

interface Props {
  readonly settings: Settings;
  readonly api: HttpApi;
  readonly functions: readonly ApiFunction[];
  readonly schedules: Schedules;
  readonly storage: Storage;
}

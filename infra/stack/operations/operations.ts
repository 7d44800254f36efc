import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { webhookRefused } from '../../../functions/telemetry/events.ts';
import { providers } from '../../../functions/telemetry/metrics.ts';
import type { Settings } from '../context.ts';
import type { WebAcl } from '../edge/edge.ts';
import type { ApiFunction, HouseFunction, JobFunction } from '../function.ts';
import { Rollout } from '../rollout.ts';
import type { Schedules } from '../schedules.ts';
import type { Storage } from '../storage.ts';
import { type TableName, tables } from '../tables.ts';
import { Alarms } from './alarms.ts';
import { OperatorsDashboard } from './dashboard.ts';
import { fiveMinutes, OwnMetrics } from './metrics.ts';
import { objectives, watchBudget } from './objectives.ts';
import { Budget, costDrivers, watchSpending } from './spending.ts';

/** Says when something needs a person, and shows how things go. Each kind of alarm has its section in `infra/RUNBOOK.md`. */
export class Operations extends Construct {
  private readonly alarms: Alarms;
  private readonly own: OwnMetrics;

  constructor(scope: Construct, id: string, { settings, api, functions, schedules, storage, webAcl }: Props) {
    super(scope, id);
    this.alarms = new Alarms(this, 'Alarms', settings);
    this.own = new OwnMetrics(settings.stage);
    const promises = objectives(api, this.own);
    const drivers = costDrivers(settings, this.own, storage);

    this.watchServerErrors(api);
    for (const promise of promises) watchBudget(promise, this.alarms);
    for (const each of functions) this.watchFunction(each);
    this.watchConcurrency(settings);
    for (const each of schedules.functions) this.watchJob(each);
    this.watchFailures(schedules);
    this.watchProviders();
    this.watchAccounts();
    this.watchPayments();
    for (const name of Object.keys(tables) as TableName[]) {
      this.watchTable(name, storage.tables[name].tableName);
    }
    watchSpending(drivers, this.alarms);
    webAcl?.watch(this.alarms);
    new Budget(this, 'Budget', { settings, alarms: this.alarms });
    if (settings.canary === 'on') {
      new Rollout(this, 'Rollout', { functions, alarms: this.alarms, own: this.own });
    }
    new OperatorsDashboard(this, 'Dashboard', {
      settings,
      api,
      functions,
      schedules,
      promises,
      drivers,
      own: this.own,
      alarms: this.alarms.heard,
    });
  }

  private watchServerErrors(api: HttpApi): void {
    this.alarms.watch('server-errors', 'More than 5 answers of 5xx in 5 minutes', {
      metric: api.metricServerError({ statistic: 'Sum', period: fiveMinutes }),
      threshold: 5,
    });
  }

  private watchFunction(target: ApiFunction): void {
    const id = target.endpointId;
    this.alarms.watch(`function:${id}`, `The function of ${id} crashed or timed out`, {
      metric: errorsOf(target),
      threshold: 0,
    });
  }

  /** The account's functions share their room, so it is the account's metrics that say how much is left. */
  private watchConcurrency({ concurrentExecutions }: Settings): void {
    this.alarms.watch('concurrency:throttles', 'Lambda had no room for a call', {
      metric: LambdaFunction.metricAllThrottles({ statistic: 'Sum', period: fiveMinutes }),
      threshold: 0,
    });
    this.alarms.watch('concurrency:used', 'Four fifths of the functions that may run at a time do', {
      metric: LambdaFunction.metricAllConcurrentExecutions({ statistic: 'Maximum', period: fiveMinutes }),
      threshold: concurrentExecutions * 0.8,
    });
  }

  private watchJob(target: JobFunction): void {
    this.alarms.watch(`job:${target.jobName}`, `The job ${target.jobName} failed`, {
      metric: errorsOf(target),
      threshold: 0,
    });
  }

  private watchFailures({ failures }: Schedules): void {
    this.alarms.watch('job:failures', 'A job failed every time that it was tried', {
      metric: failures.metricApproximateNumberOfMessagesVisible({
        statistic: 'Maximum',
        period: fiveMinutes,
      }),
      threshold: 0,
    });
  }

  private watchProviders(): void {
    for (const provider of providers) {
      this.alarms.watch(
        `provider:${provider}`,
        `More than a fifth of the calls of ${provider} fail, for 15 minutes`,
        { metric: this.own.one('ProviderFailures', { provider }, 'Average'), threshold: 0.2, periods: 3 },
      );
    }
  }

  private watchAccounts(): void {
    this.alarms.watch('sign-in', 'More than 2 sign-ins in 5 minutes failed by a fault', {
      metric: this.own.one('SignInFailures', { why: 'fault' }, 'Sum'),
      threshold: 2,
    });
    this.alarms.watch('give-back', 'Something was counted, failed, and could not be given back', {
      metric: this.own.one('GiveBackFailures', {}, 'Sum'),
      threshold: 0,
    });
    this.alarms.watch(
      'totals',
      'The analytics’ totals were wrong by more than 10, until the nightly recount',
      {
        metric: this.own.one('CorrectedTotals', {}, 'Sum'),
        threshold: 10,
      },
    );
  }

  private watchPayments(): void {
    this.alarms.watch(
      'drift:mended',
      'Profiles said something else than Stripe, until the nightly comparison',
      {
        metric: this.own.one('MendedProfiles', {}, 'Sum'),
        threshold: 0,
      },
    );
    this.alarms.watch('drift:undelivered', 'Events of Stripe’s waited for the nightly comparison', {
      metric: this.own.one('UndeliveredEvents', {}, 'Sum'),
      threshold: 0,
    });
    this.alarms.watch('unknown-status', 'Stripe has a status of subscriptions that we do not know', {
      metric: this.own.one('UnknownStatuses', {}, 'Sum'),
      threshold: 0,
    });
    this.alarms.watch(
      'webhook-lag',
      'One event of Stripe’s in ten is done more than a minute after it happened',
      {
        metric: this.own.one('WebhookLag', {}, 'p90'),
        threshold: 60_000,
      },
    );
    for (const [why, threshold] of Object.entries(webhooksRefused) as [WhyRefused, number][]) {
      this.alarms.watch(
        `webhook-refused:${why}`,
        `More than ${threshold} webhooks in 5 minutes refused for their ${why}`,
        {
          metric: this.own.one('WebhooksRefused', { why }, 'Sum'),
          threshold,
        },
      );
    }
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
      this.alarms.watch(
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
}

/** How many in five minutes somebody should know of. Stripe itself sends few that do not fit. */
const webhooksRefused: Readonly<Record<WhyRefused, number>> = { signature: 20, mode: 20, shape: 20 };

type WhyRefused = Parameters<typeof webhookRefused>[0]['why'];

function errorsOf(target: HouseFunction): IMetric {
  return target.metricErrors({ statistic: 'Sum', period: fiveMinutes });
}

interface Props {
  readonly settings: Settings;
  readonly api: HttpApi;
  readonly functions: readonly ApiFunction[];
  readonly schedules: Schedules;
  readonly storage: Storage;
  /** Undefined where it lives in another region, which watches it there. */
  readonly webAcl: WebAcl | undefined;
}

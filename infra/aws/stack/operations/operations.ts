import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { providers } from '../../../../functions/telemetry/metrics.ts';
import type { Settings } from '../context.ts';
import type { WebAcl } from '../edge/edge.ts';
import type { ApiFunction } from '../function.ts';
import { Rollout } from '../rollout.ts';
import type { Schedules } from '../schedules.ts';
import { Alarms } from './alarms.ts';
import { OperatorsDashboard } from './dashboard.ts';
import { AppMetrics, maximum, sum, sumTables } from './metrics.ts';
import { Budget, listCostDrivers, listEdgeCostDrivers, watchSpending } from './spending.ts';

export class Operations extends Construct {
  private readonly alarms: Alarms;
  private readonly appMetrics: AppMetrics;

  constructor(
    scope: Construct,
    id: string,
    { settings, api, throttled, functions, schedules, webAcl, distribution }: Props,
  ) {
    super(scope, id);
    this.alarms = new Alarms(this, 'Alarms', settings);
    this.appMetrics = new AppMetrics(settings.stage);
    const drivers = [
      ...listCostDrivers(settings, this.appMetrics),
      ...(webAcl ? listEdgeCostDrivers(settings, distribution) : []),
    ];

    this.watch('server-errors', 'More than 5 server errors in 5 minutes', api.metricServerError(sum), 5);
    this.watch('throttled', 'A route refused more than 100 requests in 5 minutes', throttled, 100);
    const pageErrors = this.appMetrics.metric('PageErrors', {}, 'Sum');
    this.watch('page-errors', 'More than 20 errors in visitors’ browsers in 5 minutes', pageErrors, 20);
    this.watchTranslationSpeed();
    this.watchProbe();
    // One alarm for all: each costs ten cents a month. The dashboard shows which function it is.
    this.watch('function:errors', 'A function crashed or timed out', LambdaFunction.metricAllErrors(sum));
    this.watchConcurrency(settings);
    this.watchJobs(schedules);
    this.watchProviders();
    this.watchAccounts();
    this.watchPayments();
    this.watchTrials(settings);
    this.watchTables();
    watchSpending(drivers, this.alarms);
    webAcl?.watch(this.alarms);
    new Budget(this, 'Budget', { settings, alarms: this.alarms });
    if (settings.canary === 'on') {
      new Rollout(this, 'Rollout', { functions, alarms: this.alarms, appMetrics: this.appMetrics });
    }
    new OperatorsDashboard(this, 'Dashboard', {
      settings,
      api,
      functions,
      schedules,
      drivers,
      appMetrics: this.appMetrics,
      alarms: this.alarms.all,
    });
  }

  private watchTranslationSpeed(): void {
    const metric = this.appMetrics.metric('Latency', { endpoint: 'translation.translate' }, 'p95');
    const description = 'One translation in twenty took longer than 2 seconds, for 15 minutes';
    this.alarms.watch('translation-speed', description, { metric, threshold: 2_000, periods: 3 });
  }

  /** Two periods, because a run may come a second after the end of its own. */
  private watchProbe(): void {
    const metric = this.appMetrics.metric('BrokenParts', {}, 'Maximum', Duration.minutes(10));
    const description = 'The probe found a part of the product down, or did not run, for 20 minutes';
    this.alarms.watch('probe', description, { metric, threshold: 0, periods: 2, isMissingBad: true });
  }

  /** The account's functions share its concurrency, so these are the account's metrics. */
  private watchConcurrency({ concurrentExecutions }: Settings): void {
    const throttles = LambdaFunction.metricAllThrottles(sum);
    const used = LambdaFunction.metricAllConcurrentExecutions(maximum);
    this.watch('concurrency:throttles', 'Lambda had no capacity for a call', throttles);
    this.watch(
      'concurrency:used',
      '80 % of Lambda’s concurrency is in use',
      used,
      concurrentExecutions * 0.8,
    );
  }

  private watchJobs({ functions, failures }: Schedules): void {
    // The probe's own alarm fires when it is silent. For a copy of a day, those of all functions and of the queue do.
    const watched = functions.filter(({ jobName }) => jobName !== 'probe' && jobName !== 'check-copies');
    for (const target of watched) {
      this.watch(`job:${target.jobName}`, `The job ${target.jobName} failed`, target.metricErrors(sum));
    }
    const waiting = failures.metricApproximateNumberOfMessagesVisible(maximum);
    this.watch('job:failures', 'A job failed on every attempt', waiting);
  }

  private watchProviders(): void {
    for (const provider of providers) {
      const description = `More than a fifth of the calls to ${provider} failed for 15 minutes`;
      const metric = this.appMetrics.metric('ProviderFailures', { provider }, 'Average');
      this.alarms.watch(`provider:${provider}`, description, { metric, threshold: 0.2, periods: 3 });
    }
  }

  private watchAccounts(): void {
    const { appMetrics } = this;
    const signIns = appMetrics.metric('SignInFailures', { why: 'fault' }, 'Sum');
    this.watch('sign-in', 'More than 2 sign-ins in 5 minutes failed because of a fault', signIns, 2);
    const dataRequests = appMetrics.metric('DataRequestFailures', {}, 'Sum');
    this.watch('data-request', 'A download or a deletion of somebody’s data failed', dataRequests);
    const giveBacks = appMetrics.metric('GiveBackFailures', {}, 'Sum');
    this.watch('give-back', 'The allowance of a failed request could not be released', giveBacks);
    const totals = appMetrics.metric('CorrectedTotals', {}, 'Sum');
    this.watch('totals', 'The nightly recount corrected the analytics totals by more than 10', totals, 10);
  }

  private watchPayments(): void {
    const { appMetrics } = this;
    const corrected = appMetrics.metric('CorrectedProfiles', {}, 'Sum');
    this.watch('drift:corrected', 'The nightly comparison with Stripe corrected profiles', corrected);
    const undelivered = appMetrics.metric('UndeliveredEvents', {}, 'Sum');
    this.watch('drift:undelivered', 'The nightly comparison found undelivered Stripe events', undelivered);
    const statuses = appMetrics.metric('UnknownStatuses', {}, 'Sum');
    this.watch('unknown-status', 'Stripe sent an unknown subscription status', statuses);
    const lag = appMetrics.metric('WebhookLag', {}, 'p90');
    this.watch('webhook-lag', 'One Stripe event in ten took more than a minute', lag, 60_000);
    for (const why of ['signature', 'mode', 'shape']) {
      const refused = appMetrics.metric('WebhooksRefused', { why }, 'Sum');
      this.watch(
        `webhook-refused:${why}`,
        `More than 20 webhooks in 5 minutes had a wrong ${why}`,
        refused,
        20,
      );
    }
  }

  /** Subscriptions that begin with a payment count too. */
  private watchTrials({ trialsPerDay }: Settings): void {
    const begun = this.appMetrics.metric(
      'ActivationsFinished',
      { outcome: 'subscribed' },
      'Sum',
      Duration.days(1),
    );
    const description = `More than ${trialsPerDay} subscriptions or trials began in a day`;
    this.watch('trials', description, begun, trialsPerDay);
  }

  /** A table's metrics do not include its indexes. */
  private watchTables(): void {
    for (const kind of ['Read', 'Write']) {
      const noun = `${kind.toLowerCase()}s`;
      const throttles = `${kind}ThrottleEvents`;
      this.watch(`table:${noun}`, `DynamoDB throttled ${noun} of a table`, sumTables(throttles));
      this.watch(
        `table:index-${noun}`,
        `DynamoDB throttled ${noun} of an index`,
        sumTables(throttles, { ofIndexes: true }),
      );
    }
  }

  private watch(name: string, description: string, metric: IMetric, threshold = 0): void {
    this.alarms.watch(name, description, { metric, threshold });
  }
}

interface Props {
  readonly settings: Settings;
  readonly api: HttpApi;
  readonly throttled: IMetric;
  readonly functions: readonly ApiFunction[];
  readonly schedules: Schedules;
  /** Undefined if it is in another region, with its alarms. */
  readonly webAcl: WebAcl | undefined;
  readonly distribution: IDistribution;
}

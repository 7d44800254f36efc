import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  type AlarmBase,
  AlarmState,
  AlarmStatusWidget,
  AlarmStatusWidgetSortBy,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  LogQueryWidget,
  SingleValueWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type Price, prices } from '../../commands/prices.ts';
import type { Settings } from '../context.ts';
import { blockedRequests, edgeRegion, ruleNames } from '../edge/edge.ts';
import type { ApiFunction } from '../function.ts';
import type { Schedules } from '../schedules.ts';
import { fiveMinutes, type OwnMetrics } from './metrics.ts';
import { budgetLeft, type Objective } from './objectives.ts';
import type { CostDriver } from './spending.ts';

export class OperatorsDashboard extends Dashboard {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, {
      dashboardName: `parley-${props.settings.stage}`,
      defaultInterval: Duration.days(1),
    });
    this.row('Is everything working?', [alarmStatus(props), ...props.promises.map(errorBudget)]);
    this.row('How much traffic is there?', traffic(props));
    this.row('Which calls?', calls(props));
    this.row('Are the providers working?', providers(props));
    this.row('Which limits are reached?', allowances(props));
    this.row('Who signs in?', accounts(props));
    this.row('Are payments arriving?', payments(props));
    this.row('Did the jobs succeed?', jobs(props));
    this.row('What does it cost?', [...props.drivers.map(spending), costliestAccounts(props)]);
    this.row('Is there enough capacity?', capacity(props));
  }

  private row(heading: string, widgets: IWidget[]): void {
    this.addWidgets(new TextWidget({ markdown: `## ${heading}`, width: 24, height: 1 }));
    this.addWidgets(...widgets);
  }
}

function alarmStatus({ alarms }: Props): IWidget {
  return new AlarmStatusWidget({
    title: 'Alarms',
    alarms: [...alarms],
    states: [AlarmState.ALARM],
    sortBy: AlarmStatusWidgetSortBy.STATE_UPDATED_TIMESTAMP,
    width: 12,
    height: 6,
  });
}

function errorBudget(promise: Objective): IWidget {
  return new SingleValueWidget({
    title: `${promise.promise}: budget left (%)`,
    metrics: [budgetLeft(promise)],
    setPeriodToTimeRange: true,
    start: '-P30D',
    end: 'P0D',
    width: 6,
    height: 6,
  });
}

function traffic({ api }: Props): IWidget[] {
  const latencies = ['p50', 'p95', 'p99'].map((statistic) =>
    api.metricLatency({ statistic, period: fiveMinutes, label: statistic }),
  );
  return [
    graph('Requests', api.metricCount(sum)),
    graph(
      'Errors',
      api.metricClientError({ ...sum, label: '4xx' }),
      api.metricServerError({ ...sum, label: '5xx' }),
    ),
    graph('Latency (ms)', ...latencies),
  ];
}

function calls({ own, functions }: Props): IWidget[] {
  return [
    graph('Requests', own.each('Requests', 'Sum')),
    graph('Refusals', own.each('Refusals', 'Sum')),
    graph('Server errors', own.each('ServerErrors', 'Sum')),
    graph('Latency, p95 (ms)', own.each('Latency', 'p95')),
    graph('Crashes', ...functions.map((each) => each.metricErrors({ ...sum, label: each.endpointId }))),
  ];
}

function providers({ own }: Props): IWidget[] {
  return [
    graph('Latency, p95 (ms)', own.each('ProviderLatency', 'p95')),
    graph('Failure rate', own.each('ProviderFailures', 'Average')),
  ];
}

function allowances({ own }: Props): IWidget[] {
  return [
    graph('Translations granted', own.each('TranslationsGranted', 'Sum')),
    graph('Refused by an allowance or a ceiling', own.each('AllowancesRefused', 'Sum')),
    graph('Failed refunds', own.one('GiveBackFailures', {}, 'Sum')),
  ];
}

function accounts({ own }: Props): IWidget[] {
  return [
    graph(
      'Accounts',
      own.one('SignIns', {}, 'Sum'),
      own.one('SignUps', {}, 'Sum'),
      own.one('AccountsRemoved', {}, 'Sum'),
    ),
    graph('Failed sign-ins', own.each('SignInFailures', 'Sum')),
  ];
}

function payments({ own }: Props): IWidget[] {
  return [
    graph('Purchases', own.one('PurchasesBegun', {}, 'Sum'), own.each('PurchasesEnded', 'Sum')),
    graph(
      'Subscriptions',
      own.one('SubscriptionsBegan', {}, 'Sum'),
      own.one('SubscriptionsEnded', {}, 'Sum'),
    ),
    graph('Paid invoices', own.one('InvoicesPaid', {}, 'Sum')),
    graph('Revenue (cents)', own.one('Revenue', {}, 'Sum')),
    graph('Webhook lag (ms)', own.one('WebhookLag', {}, 'p50'), own.one('WebhookLag', {}, 'p90')),
    graph('Refused webhooks', own.each('WebhooksRefused', 'Sum')),
    graph(
      'Differences from Stripe',
      own.one('CorrectedProfiles', {}, 'Sum'),
      own.one('UndeliveredEvents', {}, 'Sum'),
      own.one('UnknownStatuses', {}, 'Sum'),
    ),
  ];
}

function jobs({ own, schedules }: Props): IWidget[] {
  return [
    graph('Duration (ms)', own.each('JobDuration', 'Maximum')),
    graph('Failures', own.each('JobFailures', 'Sum')),
    graph('Failed on every attempt', schedules.failures.metricApproximateNumberOfMessagesVisible(maximum)),
    graph('Corrected totals', own.one('CorrectedTotals', {}, 'Sum')),
  ];
}

function spending({ counted, metric, perHour }: CostDriver): IWidget {
  return new GraphWidget({
    ...graphSize,
    title: `In an hour: ${counted}`,
    left: [metric],
    leftYAxis: { min: 0 },
    leftAnnotations: [{ value: perHour, label: 'alarm' }],
  });
}

/** Includes grants that were refunded later. */
function costliestAccounts({ functions }: Props): IWidget {
  const charging = functions.filter(({ needs }) => needs.actions?.some((action) => action in chargedFields));
  const sums = Object.values(chargedFields).map(
    ({ field, price }) => `sum(coalesce(${field}, 0)) * ${price.dollars / price.per}`,
  );
  return new LogQueryWidget({
    title: 'Which accounts cost most? (dollars)',
    logGroupNames: charging.map(({ logGroup }) => logGroup.logGroupName),
    queryLines: [
      'filter event in ["translation-granted", "speech-granted"] and ispresent(account)',
      `stats ${sums.join(' + ')} as dollars by account, kind`,
      'sort dollars desc',
      'limit 20',
    ],
    width: 24,
    height: 6,
  });
}

/** Log field that counts each paid action. */
const chargedFields: Readonly<Record<string, { field: string; price: Price }>> = {
  'translate:TranslateText': { field: 'characters', price: prices.translate },
  'transcribe:StartStreamTranscription': { field: 'speechSeconds', price: prices.transcribe },
  'polly:SynthesizeSpeech': { field: 'spokenCharacters', price: prices.polly },
};

function capacity({ settings }: Props): IWidget[] {
  return [
    graph('Concurrent executions', LambdaFunction.metricAllConcurrentExecutions(maximum)),
    graph('Throttled calls', LambdaFunction.metricAllThrottles(sum)),
    new GraphWidget({
      ...graphSize,
      title: 'Blocked by rate rules',
      left: ruleNames.map((rule) => blockedRequests(settings, rule)),
      leftYAxis: { min: 0 },
      region: edgeRegion,
    }),
  ];
}

function graph(title: string, ...left: IMetric[]): IWidget {
  return new GraphWidget({ ...graphSize, title, left, leftYAxis: { min: 0 } });
}

const graphSize = { width: 8, height: 6 };
const sum = { statistic: 'Sum', period: fiveMinutes };
const maximum = { statistic: 'Maximum', period: fiveMinutes };

interface Props {
  readonly settings: Settings;
  readonly api: HttpApi;
  readonly functions: readonly ApiFunction[];
  readonly schedules: Schedules;
  readonly promises: readonly Objective[];
  readonly drivers: readonly CostDriver[];
  readonly own: OwnMetrics;
  readonly alarms: readonly AlarmBase[];
}

import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  type AlarmBase,
  AlarmState,
  AlarmStatusWidget,
  AlarmStatusWidgetSortBy,
  Dashboard,
  GraphWidget,
  type GraphWidgetProps,
  type IMetric,
  type IWidget,
  LogQueryWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type MetricName, metrics } from '../../../../functions/telemetry/metrics.ts';
import type { Settings } from '../context.ts';
import { createBlockedMetric, edgeRegion, ruleNames } from '../edge/edge.ts';
import type { ApiFunction } from '../function.ts';
import type { Schedules } from '../schedules.ts';
import { type AppMetrics, fiveMinutes, maximum, sum } from './metrics.ts';
import type { CostDriver } from './spending.ts';

export class OperatorsDashboard extends Dashboard {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, {
      dashboardName: `parley-${props.settings.stage}`,
      defaultInterval: Duration.days(1),
    });
    const waiting = props.schedules.failures.metricApproximateNumberOfMessagesVisible(maximum);
    const failedJobs = drawGraph('Failed on every attempt', [waiting]);
    this.addRow('Is everything working?', [drawAlarmStatus(props)]);
    this.addRow('How much traffic is there?', drawTraffic(props));
    this.addRow('Which endpoints have problems?', [...drawMetrics(props, 'endpoints'), drawCrashes(props)]);
    this.addRow('Are the providers working?', drawMetrics(props, 'providers'));
    this.addRow('Which limits are reached?', drawMetrics(props, 'limits'));
    this.addRow('Can people sign in?', drawMetrics(props, 'accounts'));
    this.addRow('Are payments arriving? (Revenue is in cents)', drawMetrics(props, 'payments'));
    this.addRow('Did the jobs succeed?', [...drawMetrics(props, 'jobs'), failedJobs]);
    this.addRow('What does it cost?', [...props.drivers.map(drawSpending), drawCostliestAccounts(props)]);
    this.addRow('Is there enough capacity?', drawCapacity(props));
  }

  private addRow(heading: string, widgets: IWidget[]): void {
    this.addWidgets(new TextWidget({ markdown: `## ${heading}`, width: 24, height: 1 }));
    this.addWidgets(...widgets);
  }
}

function drawAlarmStatus({ alarms }: Props): IWidget {
  return new AlarmStatusWidget({
    title: 'Alarms',
    alarms: [...alarms],
    states: [AlarmState.ALARM],
    sortBy: AlarmStatusWidgetSortBy.STATE_UPDATED_TIMESTAMP,
    width: 24,
    height: 6,
  });
}

function drawTraffic({ api }: Props): IWidget[] {
  const latencies = ['p50', 'p95', 'p99'].map((statistic) =>
    api.metricLatency({ statistic, period: fiveMinutes, label: statistic }),
  );
  return [
    drawGraph('Requests', [api.metricCount(sum)]),
    drawGraph('Errors', [
      api.metricClientError({ ...sum, label: '4xx' }),
      api.metricServerError({ ...sum, label: '5xx' }),
    ]),
    drawGraph('Latency (ms)', latencies),
  ];
}

const metricsByTopic = {
  endpoints: { BrokenParts: 'Maximum', ServerErrors: 'Sum', Latency: 'p95', PageErrors: 'Sum' },
  providers: { ProviderLatency: 'p95', ProviderFailures: 'Average' },
  limits: { TranslationsGranted: 'Sum', AllowancesRefused: 'Sum', GiveBackFailures: 'Sum' },
  accounts: {
    SignIns: 'Sum',
    SignUps: 'Sum',
    AccountsRemoved: 'Sum',
    SignInFailures: 'Sum',
    DataRequestFailures: 'Sum',
  },
  payments: {
    PurchasesBegun: 'Sum',
    ActivationsFinished: 'Sum',
    SubscriptionsBegan: 'Sum',
    SubscriptionsEnded: 'Sum',
    InvoicesPaid: 'Sum',
    Revenue: 'Sum',
    WebhookLag: 'p90',
    WebhooksRefused: 'Sum',
    CorrectedProfiles: 'Sum',
    UndeliveredEvents: 'Sum',
    UnknownStatuses: 'Sum',
  },
  jobs: { JobDuration: 'Maximum', JobFailures: 'Sum', CorrectedTotals: 'Sum' },
} as const satisfies Record<string, Partial<Record<MetricName, string>>>;

function drawMetrics({ appMetrics }: Props, topic: keyof typeof metricsByTopic): IWidget[] {
  return Object.entries(metricsByTopic[topic]).map(([each, statistic]) => {
    const name = each as MetricName;
    const words = name.replaceAll(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return drawGraph(`${words} (${metrics[name].unit}, ${statistic})`, [appMetrics.graph(name, statistic)]);
  });
}

/** Of all functions, because they have one alarm. */
function drawCrashes({ functions, schedules }: Props): IWidget {
  return drawGraph('Crashes', [
    ...functions.map((each) => each.metricErrors({ ...sum, label: each.endpointId })),
    ...schedules.functions.map((each) => each.metricErrors({ ...sum, label: `jobs.${each.jobName}` })),
  ]);
}

function drawSpending({ unit, metric, perHour }: CostDriver): IWidget {
  return drawGraph(`Per hour: ${unit}`, [metric], { leftAnnotations: [{ value: perHour, label: 'alarm' }] });
}

/** Includes grants that were released later. */
function drawCostliestAccounts({ functions }: Props): IWidget {
  const callers = functions.filter(({ needs }) => needs.actions?.some((action) => action in paidActions));
  const sums = Object.values(paidActions).map(
    ({ field, dollars }) => `sum(coalesce(${field}, 0)) * ${dollars}`,
  );
  return new LogQueryWidget({
    title: 'Which accounts cost most? (dollars)',
    logGroupNames: callers.map(({ logGroup }) => logGroup.logGroupName),
    queryLines: [
      'filter event in ["translation-granted", "speech-granted"] and ispresent(userId)',
      `stats ${sums.join(' + ')} as dollars by userId, kind`,
      'sort dollars desc',
      'limit 20',
    ],
    width: 24,
    height: 6,
  });
}

/** At list prices: $15 per million characters, $0.024 a minute, $16 per million characters of neural voices. */
export const paidActions: Readonly<Record<string, { field: string; dollars: number }>> = {
  'translate:TranslateText': { field: 'characters', dollars: 0.000015 },
  'transcribe:StartStreamTranscription': { field: 'speechSeconds', dollars: 0.0004 },
  'polly:SynthesizeSpeech': { field: 'spokenCharacters', dollars: 0.000016 },
};

function drawCapacity({ settings }: Props): IWidget[] {
  const blocked = ruleNames.map((rule) => createBlockedMetric(settings, rule));
  return [
    drawGraph('Concurrent executions', [LambdaFunction.metricAllConcurrentExecutions(maximum)]),
    drawGraph('Throttled calls', [LambdaFunction.metricAllThrottles(sum)]),
    drawGraph('Blocked by rate rules', blocked, { region: edgeRegion }),
  ];
}

function drawGraph(title: string, left: IMetric[], options?: GraphWidgetProps): IWidget {
  return new GraphWidget({ width: 8, height: 6, title, left, leftYAxis: { min: 0 }, ...options });
}

interface Props {
  readonly settings: Settings;
  readonly api: HttpApi;
  readonly functions: readonly ApiFunction[];
  readonly schedules: Schedules;
  readonly drivers: readonly CostDriver[];
  readonly appMetrics: AppMetrics;
  readonly alarms: readonly AlarmBase[];
}

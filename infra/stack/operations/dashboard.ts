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

/** One page that says at its top whether people are served, and below what else goes on, and what it costs. */
export class OperatorsDashboard extends Dashboard {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, {
      dashboardName: `parley-${props.settings.stage}`,
      defaultInterval: Duration.days(1),
    });
    this.row('Are people served?', [state(props.alarms), ...props.promises.map(budget)]);
    this.row('Who asks, and how does it go?', traffic(props));
    this.row('Which calls?', calls(props));
    this.row('Do the providers work?', providers(props));
    this.row('What may people do?', allowances(props));
    this.row('Who comes and goes?', accounts(props));
    this.row('Do the payments arrive?', payments(props));
    this.row('Did the jobs do their work?', jobs(props));
    this.row('What does it cost?', [...props.drivers.map(spending), costliest(props)]);
    this.row('Is there room?', room(props));
  }

  private row(heading: string, widgets: IWidget[]): void {
    this.addWidgets(new TextWidget({ markdown: `## ${heading}`, width: 24, height: 1 }));
    this.addWidgets(...widgets);
  }
}

/** Empty while all is well. */
function state(alarms: readonly AlarmBase[]): IWidget {
  return new AlarmStatusWidget({
    title: 'What needs a person?',
    alarms: [...alarms],
    states: [AlarmState.ALARM],
    sortBy: AlarmStatusWidgetSortBy.STATE_UPDATED_TIMESTAMP,
    width: 12,
    height: 6,
  });
}

function budget(promise: Objective): IWidget {
  return new SingleValueWidget({
    title: `${promise.promise}: percent of 30 days’ budget left`,
    metrics: [budgetLeft(promise)],
    setPeriodToTimeRange: true,
    start: '-P30D',
    end: 'P0D',
    width: 6,
    height: 6,
  });
}

function traffic({ api }: Props): IWidget[] {
  const sum = { statistic: 'Sum', period: fiveMinutes };
  return [
    graph('How many ask?', [api.metricCount(sum)]),
    graph('How many are refused, and how many meet a fault?', [
      api.metricClientError({ ...sum, label: '4xx' }),
      api.metricServerError({ ...sum, label: '5xx' }),
    ]),
    graph(
      'How long do they wait, in milliseconds?',
      ['p50', 'p95', 'p99'].map((statistic) =>
        api.metricLatency({ statistic, period: fiveMinutes, label: statistic }),
      ),
    ),
  ];
}

function calls({ own, functions }: Props): IWidget[] {
  return [
    graph('Which are asked?', [own.each('Requests', 'Sum')]),
    graph('Which refuse?', [own.each('Refusals', 'Sum')]),
    graph('Which fail?', [own.each('ServerErrors', 'Sum')]),
    graph('Which are slow? Milliseconds, p95', [own.each('Latency', 'p95')]),
    graph(
      'Which crash?',
      functions.map((each) =>
        each.metricErrors({ statistic: 'Sum', period: fiveMinutes, label: each.endpointId }),
      ),
    ),
  ];
}

function providers({ own }: Props): IWidget[] {
  return [
    graph('How fast do they answer? Milliseconds, p95', [own.each('ProviderLatency', 'p95')]),
    graph('What share of their calls fails?', [own.each('ProviderFailures', 'Average')]),
  ];
}

function allowances({ own }: Props): IWidget[] {
  return [
    graph('Whose translations are granted?', [own.each('TranslationsGranted', 'Sum')]),
    graph('What is refused by an allowance or a ceiling?', [own.each('AllowancesRefused', 'Sum')]),
    graph('What could not be given back?', [own.one('GiveBackFailures', {}, 'Sum')]),
  ];
}

function accounts({ own }: Props): IWidget[] {
  return [
    graph('Who signs in and up, and who leaves?', [
      own.one('SignIns', {}, 'Sum'),
      own.one('SignUps', {}, 'Sum'),
      own.one('AccountsRemoved', {}, 'Sum'),
    ]),
    graph('Whose sign-in fails, and why?', [own.each('SignInFailures', 'Sum')]),
  ];
}

function payments({ own }: Props): IWidget[] {
  return [
    graph('Who begins to buy, and what comes of it?', [
      own.one('PurchasesBegun', {}, 'Sum'),
      own.each('PurchasesEnded', 'Sum'),
    ]),
    graph('Which subscriptions begin and end?', [
      own.one('SubscriptionsBegan', {}, 'Sum'),
      own.one('SubscriptionsEnded', {}, 'Sum'),
    ]),
    graph('How many invoices are paid?', [own.one('InvoicesPaid', {}, 'Sum')]),
    graph('What comes in, in cents?', [own.one('Revenue', {}, 'Sum')]),
    graph('How late are webhooks done? Milliseconds', [
      own.one('WebhookLag', {}, 'p50'),
      own.one('WebhookLag', {}, 'p90'),
    ]),
    graph('Which webhooks are refused, and why?', [own.each('WebhooksRefused', 'Sum')]),
    graph('What did Stripe say otherwise?', [
      own.one('MendedProfiles', {}, 'Sum'),
      own.one('UndeliveredEvents', {}, 'Sum'),
      own.one('UnknownStatuses', {}, 'Sum'),
    ]),
  ];
}

function jobs({ own, schedules }: Props): IWidget[] {
  return [
    graph('How long did they take? Milliseconds', [own.each('JobDuration', 'Maximum')]),
    graph('Which failed?', [own.each('JobFailures', 'Sum')]),
    graph('How many calls failed every time?', [
      schedules.failures.metricApproximateNumberOfMessagesVisible({
        statistic: 'Maximum',
        period: fiveMinutes,
      }),
    ]),
    graph('By how much were the totals wrong?', [own.one('CorrectedTotals', {}, 'Sum')]),
  ];
}

/** With the line above which it is an alarm. */
function spending({ counted, metric, perHour }: CostDriver): IWidget {
  return new GraphWidget({
    ...graphSize,
    title: `An hour’s ${counted}`,
    left: [metric],
    leftYAxis: { min: 0 },
    leftAnnotations: [{ value: perHour, label: 'alarm' }],
  });
}

/** The accounts that cost most, by their ids. What is granted and then given back is in it. */
function costliest({ functions }: Props): IWidget {
  const perAccount = functions.filter(({ needs }) => needs.actions?.some((action) => action in dollars));
  const sums = Object.values(dollars).map(
    ({ field, of }) => `sum(coalesce(${field}, 0)) * ${of.dollars / of.per}`,
  );
  return new LogQueryWidget({
    title: 'Which accounts cost most, in dollars?',
    logGroupNames: perAccount.map(({ logGroup }) => logGroup.logGroupName),
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

/** What each provider's action is paid for, by the field of the log that counts it. */
const dollars: Readonly<Record<string, { field: string; of: Price }>> = {
  'translate:TranslateText': { field: 'characters', of: prices.translate },
  'transcribe:StartStreamTranscription': { field: 'speechSeconds', of: prices.transcribe },
  'polly:SynthesizeSpeech': { field: 'spokenCharacters', of: prices.polly },
};

function room({ settings }: Props): IWidget[] {
  return [
    graph('How many functions run at a time?', [
      LambdaFunction.metricAllConcurrentExecutions({ statistic: 'Maximum', period: fiveMinutes }),
    ]),
    graph('For how many calls had Lambda no room?', [
      LambdaFunction.metricAllThrottles({ statistic: 'Sum', period: fiveMinutes }),
    ]),
    graph(
      'Whom do the rate rules keep away?',
      ruleNames.map((rule) => blockedRequests(settings, rule)),
      edgeRegion,
    ),
  ];
}

function graph(title: string, metrics: readonly IMetric[], region?: string): IWidget {
  return new GraphWidget({
    ...graphSize,
    title,
    left: [...metrics],
    leftYAxis: { min: 0 },
    ...(region && { region }),
  });
}

/** Three beside each other. */
const graphSize = { width: 8, height: 6 };

interface Props {
  readonly settings: Settings;
  readonly api: HttpApi;
  readonly functions: readonly ApiFunction[];
  readonly schedules: Schedules;
  readonly promises: readonly Objective[];
  readonly drivers: readonly CostDriver[];
  readonly own: OwnMetrics;
  /** Those that somebody hears of. */
  readonly alarms: readonly AlarmBase[];
}

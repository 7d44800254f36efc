import { Duration, Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Settings } from '../context.ts';
import type { Alarms } from './alarms.ts';
import { type AppMetrics, sumTables } from './metrics.ts';

export interface CostDriver {
  readonly name: string;
  readonly unit: string;
  readonly metric: IMetric;
  readonly perHour: number;
}

export function listCostDrivers(settings: Settings, appMetrics: AppMetrics): readonly CostDriver[] {
  return [
    {
      name: 'translated-characters',
      unit: 'characters sent to Translate',
      metric: appMetrics.metric('TranslatedCharacters', {}, 'Sum', hour),
      perHour: settings.translatedCharactersPerHour,
    },
    {
      name: 'transcribed-seconds',
      unit: 'seconds billed by Transcribe',
      metric: appMetrics.metric('TranscribedSeconds', {}, 'Sum', hour),
      perHour: settings.transcribedSecondsPerHour,
    },
    {
      name: 'spoken-characters',
      unit: 'characters spoken by Polly',
      metric: appMetrics.metric('SpokenCharacters', {}, 'Sum', hour),
      perHour: settings.spokenCharactersPerHour,
    },
    {
      name: 'sign-ups',
      unit: 'new accounts',
      metric: appMetrics.metric('SignUps', {}, 'Sum', hour),
      perHour: settings.signUpsPerHour,
    },
    {
      name: 'function-time',
      unit: 'milliseconds of Lambda time across the account',
      metric: LambdaFunction.metricAllDuration({ statistic: 'Sum', period: hour }),
      perHour: settings.functionSecondsPerHour * 1_000,
    },
    {
      name: 'database-reads',
      unit: 'DynamoDB read units across the account',
      metric: sumTables('ConsumedReadCapacityUnits', { period: hour }),
      perHour: settings.readUnitsPerHour,
    },
    {
      name: 'database-writes',
      unit: 'DynamoDB write units across the account',
      metric: sumTables('ConsumedWriteCapacityUnits', { period: hour }),
      perHour: settings.writeUnitsPerHour,
    },
  ];
}

/** Their metrics, and so their alarms, are in us-east-1. */
export function listEdgeCostDrivers(settings: Settings, { distributionId }: IDistribution): CostDriver[] {
  const edge = (metricName: string) =>
    new Metric({
      namespace: 'AWS/CloudFront',
      metricName,
      dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
      statistic: 'Sum',
      period: hour,
    });
  return [
    {
      name: 'edge-requests',
      unit: 'requests through WAF and CloudFront',
      metric: edge('Requests'),
      perHour: settings.edgeRequestsPerHour,
    },
    {
      name: 'egress',
      unit: 'bytes sent by CloudFront',
      metric: edge('BytesDownloaded'),
      perHour: settings.sentGigabytesPerHour * 1e9,
    },
  ];
}

export function watchSpending(drivers: readonly CostDriver[], alarms: Alarms): void {
  for (const { name, unit, metric, perHour } of drivers) {
    alarms.watch(`spending:${name}`, `More than ${perHour.toLocaleString('en')} ${unit} in an hour`, {
      metric,
      threshold: perHour,
    });
  }
}

export class Budget extends Construct {
  constructor(scope: Construct, id: string, { settings, alarms }: { settings: Settings; alarms: Alarms }) {
    super(scope, id);
    const budget = new CfnBudget(this, 'Monthly', {
      // No name: changing subscribers replaces the budget, and names must be unique.
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: settings.monthlyBudgetDollars, unit: 'USD' },
      },
      notificationsWithSubscribers: notifications.map(([notificationType, threshold]) => ({
        notification: {
          notificationType,
          threshold,
          thresholdType: 'PERCENTAGE',
          comparisonOperator: 'GREATER_THAN',
        },
        subscribers: [
          { subscriptionType: 'SNS', address: alarms.topicArn },
          ...(settings.alarmEmail ? [{ subscriptionType: 'EMAIL', address: settings.alarmEmail }] : []),
        ],
      })),
    });
    const { account, partition } = Stack.of(this);
    const { policyDependable } = alarms.allow('Budgets', 'budgets', {
      StringEquals: { 'aws:SourceAccount': account },
      ArnLike: { 'aws:SourceArn': `arn:${partition}:budgets::${account}:*` },
    });
    // AWS Budgets checks on creation that it may publish.
    if (policyDependable) budget.node.addDependency(policyDependable);
  }
}

const hour = Duration.hours(1);

const notifications = [
  ['ACTUAL', 80],
  ['ACTUAL', 100],
  ['FORECASTED', 100],
] as const;

import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Alarms } from './alarms.ts';
import { type AppMetrics, fiveMinutes } from './metrics.ts';

export interface Objective {
  readonly name: string;
  readonly description: string;
  readonly budgetPercent: number;
  readonly bad: Ratio;
}

interface Ratio {
  /** A CloudWatch expression. It may have no data while there are no bad responses. */
  readonly percent: string;
  readonly metrics: Readonly<Record<string, Metric>> & {
    readonly responses: Metric;
  };
}

export function createObjectives(api: HttpApi, appMetrics: AppMetrics): readonly Objective[] {
  const translations = { endpoint: 'translation.translate' } as const;
  return [
    {
      name: 'availability',
      description: '99.5 % of API responses succeed (no server error)',
      budgetPercent: 0.5,
      bad: {
        percent: '100 * faults / responses',
        metrics: {
          faults: api.metricServerError({ statistic: 'Sum' }),
          responses: api.metricCount({ statistic: 'Sum' }),
        },
      },
    },
    {
      name: 'translation-speed',
      description: '95 % of translations take at most 2 seconds',
      budgetPercent: 5,
      bad: {
        percent: '100 - quick',
        metrics: {
          quick: appMetrics.metric('Latency', translations, Stats.percentileRank(2_000)),
          responses: appMetrics.metric('Latency', translations, 'SampleCount'),
        },
      },
    },
  ];
}

/** Both windows must burn too fast: the long one filters noise, the short one clears the alarm quickly. */
export function watchErrorBudget(objective: Objective, alarms: Alarms): void {
  for (const { name, factor, long, short } of burnRates) {
    const threshold = factor * objective.budgetPercent;
    const hours = long.toHours();
    alarms.watchComposite(
      `${objective.name}:${name}`,
      `“${objective.description}”: ${(100 * factor * hours) / budgetPeriod.toHours()} % of the 30-day budget was used in ${long.toHumanString()}`,
      {
        long: { metric: computeBadPercent(objective, long, minResponses), threshold },
        short: { metric: computeBadPercent(objective, short, 1), threshold },
      },
    );
  }
}

export function computeErrorBudgetLeft({ name, budgetPercent, bad }: Objective): MathExpression {
  return new MathExpression({
    expression: `100 - 100 * FILL(${bad.percent}, 0) / ${budgetPercent}`,
    usingMetrics: { ...bad.metrics },
    label: name,
    period: budgetPeriod,
  });
}

const budgetPeriod = Duration.days(30);

/** Factors and windows from https://sre.google/workbook/alerting-on-slos/. */
const burnRates = [
  { name: 'fast', factor: 14.4, long: Duration.hours(1), short: fiveMinutes },
  { name: 'slow', factor: 6, long: Duration.hours(6), short: Duration.minutes(30) },
];

/** With fewer, one error would weigh too much; `server-errors` covers them. */
const minResponses = 100;

function computeBadPercent({ bad }: Objective, period: Duration, min: number): MathExpression {
  return new MathExpression({
    expression: `IF(responses >= ${min}, ${bad.percent}, 0)`,
    usingMetrics: { ...bad.metrics },
    label: 'bad responses (%)',
    period,
  });
}

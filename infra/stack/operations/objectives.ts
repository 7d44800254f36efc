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
  /** A CloudWatch expression. It has no data while there are no bad answers. */
  readonly percent: string;
  readonly metrics: Readonly<Record<string, Metric>> & {
    readonly answers: Metric;
  };
}

export function createObjectives(api: HttpApi, appMetrics: AppMetrics): readonly Objective[] {
  const translations = { endpoint: 'translation.translate' } as const;
  return [
    {
      name: 'availability',
      description: '99.5 % of API answers succeed (no server error)',
      budgetPercent: 0.5,
      bad: {
        percent: '100 * faults / answers',
        metrics: {
          faults: api.metricServerError({ statistic: 'Sum' }),
          answers: api.metricCount({ statistic: 'Sum' }),
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
          answers: appMetrics.metric('Latency', translations, 'SampleCount'),
        },
      },
    },
  ];
}

/** Both windows must burn too fast: the long one filters noise, the short one ends the alarm soon. */
export function watchBudget(objective: Objective, alarms: Alarms): void {
  for (const { name, factor, long, short } of burnRates) {
    const threshold = factor * objective.budgetPercent;
    const hours = long.toHours();
    alarms.watchTogether(
      `${objective.name}:${name}`,
      `“${objective.description}”: ${(factor * hours) / 7.2} % of the 30-day budget was used in ${hours} hours`,
      {
        long: { metric: computeBadPercent(objective, long, minAnswers), threshold },
        short: { metric: computeBadPercent(objective, short, 1), threshold },
      },
    );
  }
}

export function computeBudgetLeft({ name, budgetPercent, bad }: Objective): MathExpression {
  return new MathExpression({
    expression: `100 - 100 * FILL(${bad.percent}, 0) / ${budgetPercent}`,
    usingMetrics: { ...bad.metrics },
    label: name,
    period: Duration.days(30),
  });
}

/** Factors and windows from https://sre.google/workbook/alerting-on-slos/. */
const burnRates = [
  { name: 'fast', factor: 14.4, long: Duration.hours(1), short: fiveMinutes },
  { name: 'slow', factor: 6, long: Duration.hours(6), short: Duration.minutes(30) },
];

/** Below this, single errors count too much; `server-errors` covers them. */
const minAnswers = 100;

function computeBadPercent({ bad }: Objective, period: Duration, min: number): MathExpression {
  return new MathExpression({
    expression: `IF(answers >= ${min}, ${bad.percent}, 0)`,
    usingMetrics: { ...bad.metrics },
    label: 'bad answers (%)',
    period,
  });
}

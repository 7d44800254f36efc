import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Alarms } from './alarms.ts';
import { fiveMinutes, type OwnMetrics } from './metrics.ts';

/** What people may count on, over 30 days. The rest to 100 percent is the budget of what may go wrong. */
export interface Objective {
  /** The kind of its alarms. */
  readonly name: string;
  readonly promise: string;
  /** How many answers of a hundred may be bad. */
  readonly budgetPercent: number;
  /** How many answers of a hundred were bad. */
  readonly bad: Ratio;
}

/** A share of a hundred by CloudWatch's arithmetic. */
interface Ratio {
  /** By the metrics' names. Missing where there was nothing bad, or nothing at all. */
  readonly percent: string;
  readonly metrics: Readonly<Record<string, Metric>> & {
    /** How many answers there were. */
    readonly answers: Metric;
  };
}

export function objectives(api: HttpApi, own: OwnMetrics): readonly Objective[] {
  const translations = { endpoint: 'translation.translate' } as const;
  return [
    {
      name: 'availability',
      promise: '99.5 % of the API’s answers are no faults of ours',
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
      promise: '95 % of translations are there within 2 seconds',
      budgetPercent: 5,
      bad: {
        percent: '100 - quick',
        metrics: {
          quick: own.one('Latency', translations, Stats.percentileRank(2_000)),
          answers: own.one('Latency', translations, 'SampleCount'),
        },
      },
    },
  ];
}

/**
 * Tells of an objective whose budget is used up too fast: a long window proves that it matters, a short one that
 * it still goes on. Windows and factors are those of https://sre.google/workbook/alerting-on-slos/.
 */
export function watchBudget(objective: Objective, alarms: Alarms): void {
  for (const { name, factor, long, short } of burns) {
    const threshold = factor * objective.budgetPercent;
    const hours = long.toHours();
    alarms.watchTogether(
      `${objective.name}:${name}`,
      `Of the promise that ${objective.promise}, ${(factor * hours) / 7.2} % of 30 days’ budget are gone in ${hours === 1 ? 'one hour' : `${hours} hours`}`,
      {
        long: { metric: badPercent(objective, long, fewestAnswers), threshold },
        short: { metric: badPercent(objective, short, 1), threshold },
      },
    );
  }
}

/** How much of 30 days' budget is left, in percent; below zero, the promise is broken. */
export function budgetLeft({ name, budgetPercent, bad }: Objective): MathExpression {
  return new MathExpression({
    expression: `100 - 100 * FILL(${bad.percent}, 0) / ${budgetPercent}`,
    usingMetrics: { ...bad.metrics },
    label: name,
    period: Duration.days(30),
  });
}

const burns = [
  { name: 'fast', factor: 14.4, long: Duration.hours(1), short: fiveMinutes },
  { name: 'slow', factor: 6, long: Duration.hours(6), short: Duration.minutes(30) },
];

/** With fewer in the long window, a handful of bad answers says little: `server-errors` tells of those. */
const fewestAnswers = 100;

function badPercent({ bad }: Objective, period: Duration, fewest: number): MathExpression {
  return new MathExpression({
    expression: `IF(answers >= ${fewest}, ${bad.percent}, 0)`,
    usingMetrics: { ...bad.metrics },
    label: 'bad answers, percent',
    period,
  });
}

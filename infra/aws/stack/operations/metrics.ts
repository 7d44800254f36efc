import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type MetricName, metrics } from '../../../../functions/telemetry/metrics.ts';

export const fiveMinutes = Duration.minutes(5);
export const sum = { statistic: 'Sum', period: fiveMinutes };
export const maximum = { statistic: 'Maximum', period: fiveMinutes };

export function getMetricsNamespace(stage: string): string {
  return `parley-${stage}`;
}

/**
 * A metric summed over all tables of the account, or all their indexes, by Metrics Insights
 * (docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch-metrics-insights-alarms.html).
 */
export function sumTables(name: string, { period = fiveMinutes, ofIndexes = false } = {}): MathExpression {
  const dimensions = ofIndexes ? 'GlobalSecondaryIndexName, TableName' : 'TableName';
  return new MathExpression({
    expression: `SELECT SUM(${name}) FROM SCHEMA("AWS/DynamoDB", ${dimensions})`,
    usingMetrics: {},
    label: name,
    period,
  });
}

/** Our metrics in CloudWatch, type-checked against `functions/telemetry/metrics.ts`. */
export class AppMetrics {
  private readonly namespace: string;

  constructor(stage: string) {
    this.namespace = getMetricsNamespace(stage);
  }

  /** @param dimensions all of the metric's dimensions: CloudWatch matches only the complete set */
  metric<Name extends MetricName>(
    metricName: Name,
    dimensions: Dimensions<Name>,
    statistic: string,
    period = fiveMinutes,
  ): Metric {
    return new Metric({
      namespace: this.namespace,
      metricName,
      dimensionsMap: dimensions,
      statistic,
      period,
    });
  }

  /** One graph line, or one for each value of the dimension. Alarms cannot search. */
  graph(name: MetricName, statistic: string): Metric | MathExpression {
    const [dimension] = metrics[name].dimensions;
    if (!dimension)
      return new Metric({ namespace: this.namespace, metricName: name, statistic, period: fiveMinutes });
    return new MathExpression({
      expression: `SEARCH('{"${this.namespace}",${dimension}} MetricName="${name}"', '${statistic}', ${fiveMinutes.toSeconds()})`,
      usingMetrics: {},
      label: `\${PROP('Dim.${dimension}')}`,
      period: fiveMinutes,
    });
  }
}

type Dimensions<Name extends MetricName> = Readonly<
  Record<(typeof metrics)[Name]['dimensions'][number], string>
>;

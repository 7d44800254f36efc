import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { signInFailed, webhookRefused } from '../../../functions/telemetry/events.ts';
import { type MetricName, metrics, type Provider } from '../../../functions/telemetry/metrics.ts';
import type { EndpointId } from '../../../shared/api/index.ts';

export const fiveMinutes = Duration.minutes(5);

export function metricsNamespace(stage: string): string {
  return `parley-${stage}`;
}

/**
 * A metric of all tables of the account, or of all their indexes: Metrics Insights adds up those that have data
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

/** Our metrics in CloudWatch, typed by the table that the events emit them from. */
export class OwnMetrics {
  private readonly namespace: string;

  constructor(stage: string) {
    this.namespace = metricsNamespace(stage);
  }

  /** @param dimensions all of the metric's dimensions: CloudWatch finds nothing by a part of them */
  one<Name extends MetricName>(
    metricName: Name,
    dimensions: Words<Name>,
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

  /** One graph line for each value of the dimension. Alarms cannot search. */
  each(name: DimensionedName, statistic: string): MathExpression {
    const [dimension] = metrics[name].dimensions;
    return new MathExpression({
      expression: `SEARCH('{"${this.namespace}",${dimension}} MetricName="${name}"', '${statistic}', ${fiveMinutes.toSeconds()})`,
      usingMetrics: {},
      label: `\${PROP('Dim.${dimension}')}`,
      period: fiveMinutes,
    });
  }
}

type DimensionedName = {
  [Name in MetricName]: (typeof metrics)[Name]['dimensions'] extends readonly [] ? never : Name;
}[MetricName];

type Words<Name extends MetricName> = Name extends DimensionedName
  ? { [Dimension in (typeof metrics)[Name]['dimensions'][number]]: Word<Name, Dimension> }
  : Record<string, never>;

type Word<Name extends MetricName, Dimension extends string> = Dimension extends keyof Vocabulary
  ? Vocabulary[Dimension]
  : Name extends keyof Reasons
    ? Reasons[Name]
    : never;

interface Vocabulary {
  readonly endpoint: EndpointId;
  readonly provider: Provider;
}

/** Values of the dimension `why`, by metric. */
interface Reasons {
  readonly SignInFailures: Parameters<typeof signInFailed>[0]['why'];
  readonly WebhooksRefused: Parameters<typeof webhookRefused>[0]['why'];
}

import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { signInFailed, webhookRefused } from '../../../functions/telemetry/events.ts';
import { type MetricName, metrics, type Provider } from '../../../functions/telemetry/metrics.ts';
import type { EndpointId } from '../../../shared/api/index.ts';

/** What alarms look at unless they say otherwise. */
export const fiveMinutes = Duration.minutes(5);

/** Where CloudWatch keeps the metrics of our own. */
export function metricsNamespace(stage: string): string {
  return `parley-${stage}`;
}

/** The metrics of our own in CloudWatch, by the table that the events emit them by. */
export class OwnMetrics {
  private readonly namespace: string;

  constructor(stage: string) {
    this.namespace = metricsNamespace(stage);
  }

  /** @param dimensions exactly the metric's: CloudWatch keeps no sum over them, and finds nothing by some of them */
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

  /** A line of a graph for each word that the metric's dimension has had. Alarms cannot search. */
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

/** The metrics that are told apart by something. */
type DimensionedName = {
  [Name in MetricName]: (typeof metrics)[Name]['dimensions'] extends readonly [] ? never : Name;
}[MetricName];

/** A word for each dimension of a metric, and nothing for a metric without. */
type Words<Name extends MetricName> = Name extends DimensionedName
  ? { [Dimension in (typeof metrics)[Name]['dimensions'][number]]: Word<Name, Dimension> }
  : Record<string, never>;

/** The words of the dimensions that alarms name. */
type Word<Name extends MetricName, Dimension extends string> = Dimension extends keyof Vocabulary
  ? Vocabulary[Dimension]
  : Name extends keyof Reasons
    ? Reasons[Name]
    : never;

interface Vocabulary {
  readonly endpoint: EndpointId;
  readonly provider: Provider;
}

/** Of the dimension `why`, which has other words for each metric. */
interface Reasons {
  readonly SignInFailures: Parameters<typeof signInFailed>[0]['why'];
  readonly WebhooksRefused: Parameters<typeof webhookRefused>[0]['why'];
}

import { LogFormatter, Logger, LogItem } from '@aws-lambda-powertools/logger';
import type { LogAttributes, UnformattedAttributes } from '@aws-lambda-powertools/logger/types';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { type MetricName, metrics } from './metrics.ts';

/**
 * Writes one JSON line. Its metrics are within it, in CloudWatch's embedded metric format: what a line counts is
 * counted where the line is, and nowhere else. CloudWatch and the local server read the same.
 *
 * @param fields hold the dimensions of the metrics under their own names
 */
export function logLine<Name extends MetricName = never>(
  level: 'info' | 'error',
  event: string,
  fields: Record<string, unknown> & DimensionsOf<Name>,
  measured: Partial<Record<Name, number>> = {},
): void {
  logger[level](event, { ...fields, ...embed(measured, fields) });
}

/**
 * What may be told of a fault and of what caused it: class names and places. Messages may quote the input, and the
 * fields of a provider's error hold what it was sent.
 */
export function chainOf(error: unknown): { name: string; at: string[] }[] {
  const chain = [];
  let next = error;
  while (next instanceof Error && chain.length < 5) {
    chain.push(withoutMessage(next));
    next = next.cause;
  }
  return chain;
}

/** The stack begins with the message, whose own lines could look like frames. */
function withoutMessage({ name, message, stack = '' }: Error) {
  const places = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : '';
  const frames = places.split('\n').filter((line) => /^\s+at /.test(line));
  return { name: classNameOf(name), at: frames.slice(0, 6).map((line) => line.trim()) };
}

/** The clients take a fault's name from the provider's answer, which may be anything. */
function classNameOf(name: string): string {
  return /^[A-Z]\w{0,60}$/.test(name) ? name : 'Error';
}

class LineFormatter extends LogFormatter {
  override formatAttributes(attributes: UnformattedAttributes, fields: LogAttributes): LogItem {
    return new LogItem({
      attributes: {
        time: attributes.timestamp.toISOString(),
        level: attributes.logLevel.toLowerCase(),
        event: attributes.message,
        ...fields,
        function: process.env.AWS_LAMBDA_FUNCTION_NAME,
        traceId: attributes.xRayTraceId,
      },
    });
  }

  /** Nobody hands an error to the logger; whoever did would find no words of anybody's in the line. */
  override formatError(error: Error) {
    return { chain: chainOf(error) };
  }
}

/** A line is a line, on the one stream, whatever Powertools' own variables ask for. */
class LineLogger extends Logger {
  protected override printLog(_level: number, line: LogItem): void {
    process.stdout.write(`${JSON.stringify(line.getAttributes(), this.getJsonReplacer())}\n`);
  }
}

/** Its level is fixed: a level that hid lines would hide the metrics in them. */
const logger = new LineLogger({ logFormatter: new LineFormatter(), logLevel: 'INFO', sampleRateValue: 0 });

const embedder = new Metrics({ namespace: process.env.POWERTOOLS_METRICS_NAMESPACE ?? 'parley' });
// Powertools' own is `service`, and an alarm finds a metric by exactly the dimensions that it was written with.
embedder.clearDefaultDimensions();

/** Metrics that are told apart by the same fields share a directive. */
function embed(measured: Partial<Record<MetricName, number>>, fields: Record<string, unknown>): object {
  const entries = Object.entries(measured) as [MetricName, number][];
  const groups = Map.groupBy(entries, ([name]) => metrics[name].dimensions.join());
  const parts = [...groups.values()].map((group) => embedGroup(group, fields));
  const [first] = parts;
  if (!first) return {};
  const directives = parts.flatMap(({ _aws }) => _aws.CloudWatchMetrics);
  return Object.assign({}, ...parts, { _aws: { ...first._aws, CloudWatchMetrics: directives } });
}

function embedGroup(group: readonly [MetricName, number][], fields: Record<string, unknown>) {
  const names: readonly string[] = group[0] ? metrics[group[0][0]].dimensions : [];
  // No dimensions are an empty set of them: without a set, there is no promise that anything is counted.
  embedder.addDimensions(Object.fromEntries(names.map((name) => [name, String(fields[name])])));
  for (const [name, value] of group) embedder.addMetric(name, metrics[name].unit, value);
  const embedded = embedder.serializeMetrics();
  embedder.clearMetrics();
  embedder.clearDimensions();
  return embedded;
}

/** The fields by which metrics are told apart. */
type DimensionsOf<Name extends MetricName> = Record<(typeof metrics)[Name]['dimensions'][number], string>;

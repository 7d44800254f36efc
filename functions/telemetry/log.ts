import { channel } from 'node:diagnostics_channel';
import { LogFormatter, Logger, LogItem } from '@aws-lambda-powertools/logger';
import type { LogAttributes, UnformattedAttributes } from '@aws-lambda-powertools/logger/types';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { findVariable } from '../environment.ts';
import { type MetricName, metrics } from './metrics.ts';

/** @param fields include the metrics' dimensions */
export function logLine(
  level: 'info' | 'error',
  event: string,
  fields: Record<string, unknown>,
  measured: Partial<Record<MetricName, number>> = {},
): void {
  logger[level](event, { ...fields, ...embed(measured, fields) });
}

/** Publishes each logged error with its message, which log lines leave out. Only the local system subscribes. */
export const faults = channel('parley:fault');

/** Names and stack frames of an error and its causes. Leaves out messages, which may quote the input. */
export function describeChain(error: unknown): { name: string; at: string[] }[] {
  const chain = [];
  let next = error;
  while (next instanceof Error && chain.length < 5) {
    chain.push(removeMessage(next));
    next = next.cause;
  }
  return chain;
}

/** The message comes first in the stack, and its lines could look like frames. */
function removeMessage({ name, message, stack = '' }: Error) {
  const places = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : '';
  const frames = places.split('\n').filter((line) => /^\s+at /.test(line));
  return { name: cleanName(name), at: frames.slice(0, 6).map((line) => line.trim()) };
}

/** AWS clients take the name from the provider's answer, which may hold anything. */
function cleanName(name: string): string {
  return /^[A-Za-z]\w{0,60}$/.test(name) ? name : 'Error';
}

class LineFormatter extends LogFormatter {
  override formatAttributes(attributes: UnformattedAttributes, fields: LogAttributes): LogItem {
    return new LogItem({
      attributes: {
        time: attributes.timestamp.toISOString(),
        level: attributes.logLevel.toLowerCase(),
        event: attributes.message,
        ...fields,
        function: findVariable('AWS_LAMBDA_FUNCTION_NAME'),
        traceId: attributes.xRayTraceId,
      },
    });
  }

  /** Keeps messages out of the line, should an error ever reach the logger. */
  override formatError(error: Error) {
    return { chain: describeChain(error) };
  }
}

/** Ignores Powertools' variables: on AWS every line goes to stdout. */
class LineLogger extends Logger {
  protected override printLog(_level: number, line: LogItem): void {
    if (findVariable('LOG_LINES') === 'off') return;
    process.stdout.write(`${JSON.stringify(line.getAttributes(), this.getJsonReplacer())}\n`);
  }
}

/** A higher level would drop lines together with their metrics. */
const logger = new LineLogger({ logFormatter: new LineFormatter(), logLevel: 'INFO', sampleRateValue: 0 });

const embedder = new Metrics({ namespace: findVariable('POWERTOOLS_METRICS_NAMESPACE') ?? 'parley' });
// Alarms match exact dimensions, and Powertools adds `service`.
embedder.clearDefaultDimensions();

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
  // CloudWatch needs an empty set for metrics without dimensions.
  embedder.addDimensions(Object.fromEntries(names.map((name) => [name, String(fields[name])])));
  for (const [name, value] of group) embedder.addMetric(name, metrics[name].unit, value);
  const embedded = embedder.serializeMetrics();
  embedder.clearMetrics();
  embedder.clearDimensions();
  return embedded;
}

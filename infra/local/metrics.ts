import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter, Registry, Summary } from 'prom-client';

/** What CloudWatch does with the metrics of our log lines, and one address to read them at. */
export interface LocalMetrics {
  isFor(request: IncomingMessage): boolean;
  /** Prometheus' plain text. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Output goes its own way again. */
  stop(): Promise<void>;
}

/**
 * Reads what functions write as CloudWatch does: a line in the embedded metric format is counted, and goes to the
 * terminal without what is there for counting. Everything else goes through as it is.
 */
export function collectMetrics(): LocalMetrics {
  const registry = new Registry();
  const { write } = process.stdout;
  process.stdout.write = function (this: NodeJS.WriteStream, chunk: string | Uint8Array, ...rest: []) {
    const line = typeof chunk === 'string' ? readLine(chunk) : undefined;
    if (!line) return write.call(this, chunk, ...rest);
    count(registry, line);
    return write.call(this, `${JSON.stringify(withoutMetrics(line))}\n`, ...rest);
  } as typeof write;
  return {
    isFor: ({ method, url }) => method === 'GET' && url?.split('?', 1)[0] === '/metrics',
    answer: async (_request, response) => {
      response.setHeader('content-type', registry.contentType);
      response.setHeader('cache-control', 'no-store');
      response.end(await registry.metrics());
    },
    stop: async () => {
      process.stdout.write = write;
    },
  };
}

/** A line with metrics in it; undefined for any other output. */
function readLine(text: string): EmbeddedLine | undefined {
  if (!text.startsWith('{') || !text.includes('"_aws"')) return undefined;
  try {
    const line = JSON.parse(text);
    return Array.isArray(line._aws?.CloudWatchMetrics) ? line : undefined;
  } catch {
    return undefined;
  }
}

function count(registry: Registry, line: EmbeddedLine): void {
  for (const { Dimensions, Metrics } of line._aws.CloudWatchMetrics) {
    for (const names of Dimensions) {
      const labels = Object.fromEntries(names.map((name) => [name, String(line[name])]));
      for (const { Name, Unit } of Metrics) {
        const value = Number(line[Name]);
        if (Unit === 'Count') counter(registry, Name, names).inc(labels, value);
        else summary(registry, Name, Unit, names).observe(labels, value);
      }
    }
  }
}

function counter(registry: Registry, name: string, labelNames: string[]): Counter {
  const own = `parley_${snakeCase(name)}_total`;
  const known = registry.getSingleMetric(own) as Counter | undefined;
  return known ?? new Counter({ name: own, help: name, labelNames, registers: [registry] });
}

/** Quantiles of the last ten minutes; what was added up since the start. */
function summary(registry: Registry, name: string, unit: string, labelNames: string[]): Summary {
  const [stem, unitName] = [snakeCase(name), unit.toLowerCase()];
  const own = stem.endsWith(`_${unitName}`) ? `parley_${stem}` : `parley_${stem}_${unitName}`;
  const known = registry.getSingleMetric(own) as Summary | undefined;
  // Else each label keeps thousands of values, five times over.
  const compressCount = 100;
  const settings = { name: own, help: name, labelNames, maxAgeSeconds: 600, ageBuckets: 5, compressCount };
  return known ?? new Summary({ ...settings, registers: [registry] });
}

function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();
}

function withoutMetrics({ _aws, ...fields }: EmbeddedLine): object {
  const names = new Set(_aws.CloudWatchMetrics.flatMap(({ Metrics }) => Metrics.map(({ Name }) => Name)));
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
}

/** CloudWatch's embedded metric format: the line's own members hold values and dimensions. */
interface EmbeddedLine extends Record<string, unknown> {
  readonly _aws: {
    readonly CloudWatchMetrics: readonly {
      readonly Dimensions: readonly string[][];
      readonly Metrics: readonly { readonly Name: string; readonly Unit: string }[];
    }[];
  };
}

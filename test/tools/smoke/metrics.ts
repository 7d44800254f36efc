import { setTimeout as wait } from 'node:timers/promises';
import {
  type CloudWatchClient,
  type Dimension,
  ListMetricsCommand,
  type MetricAlarm,
  paginateDescribeAlarms,
} from '@aws-sdk/client-cloudwatch';
import { DoesNotApply, type Group, Unexpected } from './check.ts';
import type { System } from './system.ts';

/** Alarms see what this run has caused: CloudWatch finds a metric only by its exact names. */
export const metrics: Group = {
  name: 'metrics',
  cost: 'nothing',
  listChecks: () => [
    {
      name: 'each namespace that an alarm watches has its metrics',
      look: 'functions/telemetry/metrics.ts; infra/aws/stack/operations/',
      run: awaitMetrics,
    },
  ],
};

async function awaitMetrics({ aws }: System): Promise<string> {
  if (!aws) throw new DoesNotApply('one machine has no CloudWatch');
  const { stage, cloudWatch } = aws;
  const found = await Promise.all(cloudWatch.map((client) => findWatched(client, `parley-${stage}-`)));
  const missing = new Map(found.flatMap((watched) => [...watched]));
  const all = [...missing.keys()].sort();
  if (all.length === 0) throw new Unexpected('alarms', 'none');
  const startedAt = Date.now();
  for (;;) {
    for (const [namespace, { client, dimensions }] of missing)
      if (await hasMetric(client, namespace, dimensions)) missing.delete(namespace);
    if (missing.size === 0) return all.join(', ');
    if (Date.now() > startedAt + publicationMs)
      throw new Unexpected(`metrics in ${all.join(', ')}`, `none in ${[...missing.keys()].join(', ')}`);
    await wait(20_000);
  }
}

/** CloudWatch lists a new metric after up to 15 minutes. */
const publicationMs = 16 * 60_000;

/** By namespace, the dimensions of its alarms. */
type Watched = Map<string, { client: CloudWatchClient; dimensions: Dimension[][] }>;

async function findWatched(client: CloudWatchClient, prefix: string): Promise<Watched> {
  const watched: Watched = new Map();
  for await (const { MetricAlarms = [] } of paginateDescribeAlarms({ client }, { AlarmNamePrefix: prefix })) {
    for (const alarm of MetricAlarms) {
      const namespace = findNamespace(alarm);
      // A queue has metrics only once a job has failed.
      if (!namespace || namespace === 'AWS/SQS') continue;
      const entry = watched.get(namespace) ?? { client, dimensions: [] };
      watched.set(namespace, { ...entry, dimensions: [...entry.dimensions, alarm.Dimensions ?? []] });
    }
  }
  return watched;
}

/** An alarm over all tables has a query of Metrics Insights instead. */
function findNamespace({ Namespace, Metrics = [] }: MetricAlarm): string | undefined {
  const nested = Metrics.map(
    ({ MetricStat, Expression = '' }) =>
      MetricStat?.Metric?.Namespace ?? /SCHEMA\("([^"]+)"/.exec(Expression)?.[1],
  );
  return Namespace ?? nested.find((each) => each !== undefined);
}

/** Any metric with the dimensions of an alarm: most alarms watch failures, of which there are none. */
async function hasMetric(
  client: CloudWatchClient,
  namespace: string,
  dimensions: readonly Dimension[][],
): Promise<boolean> {
  for (const each of dimensions) {
    const { Metrics = [] } = await client.send(
      new ListMetricsCommand({ Namespace: namespace, Dimensions: each, RecentlyActive: 'PT3H' }),
    );
    if (Metrics.length > 0) return true;
  }
  return false;
}

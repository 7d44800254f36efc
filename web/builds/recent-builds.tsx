import { type Column, DataTable } from '../charts/data-table.tsx';
import { Badge, type BadgeTone } from '../components/badge.tsx';
import * as texts from '../texts/builds.ts';
import { formatDuration, formatMemory, formatMoment, formatSize, nameStatus, shortenId } from './formats.ts';
import type { Metrics } from './queries.ts';

export function RecentBuilds({ metrics, isBusy, hasAnyBuilds }: RecentBuildsProps) {
  const { recentBuilds, filter } = metrics;
  if (recentBuilds.length === 0) {
    return (
      <p className="text-muted">
        {hasAnyBuilds ? texts.noBuilds(filter.type !== undefined, filter.days) : texts.noBuildsYet}
      </p>
    );
  }
  return (
    <DataTable
      label={texts.recentBuilds}
      columns={columns}
      rows={recentBuilds}
      getKey={({ id }) => id}
      isBusy={isBusy}
    />
  );
}

interface RecentBuildsProps {
  metrics: Metrics;
  isBusy: boolean;
  /** With or without a filter. */
  hasAnyBuilds: boolean;
}

type Build = Metrics['recentBuilds'][number];

const columns: readonly Column<Build>[] = [
  {
    label: texts.buildId,
    cell: ({ buildId }) => (
      <abbr title={buildId} className="no-underline">
        {shortenId(buildId)}
      </abbr>
    ),
  },
  { label: texts.type, cell: ({ buildType }) => texts.typeNames[buildType] },
  {
    label: texts.status,
    cell: ({ status }) => <Badge tone={tones.get(status) ?? 'plain'}>{nameStatus(status)}</Badge>,
  },
  { label: texts.duration, cell: (build) => formatDuration(build.duration), isNumber: true },
  { label: texts.bundleSize, cell: ({ bundleSize }) => formatSize(bundleSize), isNumber: true },
  { label: texts.memory, cell: ({ memoryUsage }) => formatMemory(memoryUsage), isNumber: true },
  {
    label: texts.started,
    cell: ({ startTime }) => <time dateTime={startTime}>{formatMoment(startTime)}</time>,
    isNumber: true,
  },
];

const tones = new Map<string, BadgeTone>([
  ['success', 'good'],
  ['failed', 'bad'],
  ['running', 'blue'],
]);

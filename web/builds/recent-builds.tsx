import { type Column, DataTable } from '../charts/data-table.tsx';
import { Badge, type BadgeTone } from '../components/badge.tsx';
import {
  formatDuration,
  formatMemory,
  formatMoment,
  formatSize,
  nameStatus,
  nameType,
  shortenId,
} from './formats.ts';
import type { Metrics } from './queries.ts';

export function RecentBuilds({ metrics, isBusy, isAnyTracked }: RecentBuildsProps) {
  const { recentBuilds, filter } = metrics;
  if (recentBuilds.length === 0) {
    return (
      <p className="text-muted">
        {isAnyTracked
          ? `No builds${filter.type ? ' of this type' : ''} in the last ${filter.days} days.`
          : 'No build metrics available yet. Builds will appear here once tracked.'}
      </p>
    );
  }
  return (
    <DataTable
      label="Recent builds"
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
  /** Builds exist that the filter hides. */
  isAnyTracked: boolean;
}

type Build = Metrics['recentBuilds'][number];

const columns: readonly Column<Build>[] = [
  { label: 'Build ID', cell: ({ buildId }) => <Id buildId={buildId} /> },
  { label: 'Type', cell: ({ buildType }) => nameType(buildType) },
  { label: 'Status', cell: ({ status }) => <Status status={status} /> },
  { label: 'Duration', cell: (build) => formatDuration(build.duration), isNumber: true },
  { label: 'Bundle Size', cell: ({ bundleSize }) => formatSize(bundleSize), isNumber: true },
  { label: 'Memory', cell: ({ memoryUsage }) => formatMemory(memoryUsage), isNumber: true },
  {
    label: 'Started',
    cell: ({ startTime }) => <time dateTime={startTime}>{formatMoment(startTime)}</time>,
    isNumber: true,
  },
];

function Id({ buildId }: { buildId: string }) {
  return (
    <abbr title={buildId} className="no-underline">
      {shortenId(buildId)}
    </abbr>
  );
}

function Status({ status }: { status: string }) {
  return <Badge tone={tones.get(status) ?? 'plain'}>{nameStatus(status)}</Badge>;
}

const tones = new Map<string, BadgeTone>([
  ['success', 'good'],
  ['failed', 'bad'],
  ['running', 'blue'],
]);

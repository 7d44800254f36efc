import type { Output } from '../../shared/api/contract.ts';
import { maxListedBuilds } from '../../shared/builds.ts';
import { toPercent } from '../analytics/figures.ts';
import type { Build } from './builds-table.ts';

export function summarize(builds: readonly Build[]): {
  averageMs: number | null;
  successRate: number | null;
} {
  const ended = builds.filter(({ status }) => status !== 'running');
  const succeeded = ended.filter(({ status }) => status === 'success');
  const durations = ended.flatMap(({ durationMs }) => durationMs ?? []);
  const totalMs = durations.reduce((total, durationMs) => total + durationMs, 0);
  return {
    averageMs: durations.length > 0 ? Math.round(totalMs / durations.length) : null,
    successRate: ended.length > 0 ? toPercent(succeeded.length, ended.length) : null,
  };
}

export function listBuilds(builds: readonly Build[]): Output<'builds.overview'>['recentBuilds'] {
  return builds.slice(0, maxListedBuilds).map((build) => ({
    id: build.id,
    buildId: build.buildId,
    buildType: build.buildType,
    status: build.status,
    duration: build.durationMs,
    bundleSize: build.bundleBytes,
    memoryUsage: build.memoryMb,
    startTime: build.startedAt,
    nodeVersion: build.nodeVersion,
  }));
}

import { queryOptions } from '@tanstack/react-query';
import { statusFile } from '../../shared/status/parts.ts';
import type { StatusReport } from '../../shared/status/report.schema.ts';

/** Null before the first check. A file of the site, so that it can be read while the API is down. */
export const statusQuery = queryOptions({
  queryKey: [statusFile],
  queryFn: async (): Promise<StatusReport | null> => {
    const response = await fetch(statusFile, { cache: 'no-cache', signal: AbortSignal.timeout(10_000) });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`The status file answered ${response.status}`);
    return (await import('../answers.ts')).readStatus(response);
  },
  refetchInterval: 60_000,
});

/** Three checks should have come since. */
export function isOutdated({ checkedAt }: StatusReport, now: number): boolean {
  return now - Date.parse(checkedAt) > 30 * 60_000;
}

import { reportError } from '../../shared/api/system.schema.ts';
import { endpoint } from '../endpoint.ts';
import { logPageFailed } from '../telemetry/events.ts';

export const handler = endpoint('system.report-error', reportError, async (report, { requestId }) => {
  logPageFailed({ requestId, ...report, place: report.place });
  return {};
});

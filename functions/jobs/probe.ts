import { productParts } from '../../shared/status/parts.ts';
import { job } from '../job.ts';
import { checkParts } from '../system/checks.ts';
import { publishStatus } from '../system/status-file.ts';
import { logProbed } from '../telemetry/events.ts';

/** Publishes what works. An outage is a result, so the job succeeds. */
export const handler = job('probe', async () => {
  const states = await checkParts();
  logProbed({ broken: productParts.filter((part) => states[part] === 'down') });
  await publishStatus(states, new Date());
});

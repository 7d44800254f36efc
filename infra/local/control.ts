import type { IncomingMessage, ServerResponse } from 'node:http';
import { jobNames } from '../../shared/jobs.ts';
import { isLocalCommand, sendJson } from './gateway/request.ts';
import type { Jobs } from './jobs.ts';

/** `POST /local/jobs/NAME` runs a job: 200 if it succeeded, 500 if not, with a message as JSON. */
export function createControl(origin: string, jobs: Jobs) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, message: string) => sendJson(response, status, { message });
    if (!isLocalCommand(request, origin)) return send(403, 'Only commands on this machine may call this.');
    const name = jobNames.find((each) => request.url === `/local/jobs/${each}`);
    if (request.method !== 'POST' || !name) return send(404, 'Unknown job.');
    try {
      await jobs.run(name);
      send(200, `The job ${name} succeeded.`);
    } catch (error) {
      send(500, (error as Error).message);
    }
  };
}

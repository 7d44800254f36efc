import type { IncomingMessage, ServerResponse } from 'node:http';
import { jobNames } from '../../shared/jobs.ts';
import type { Jobs } from './jobs/jobs.ts';
import { isLocalCommand } from './request.ts';

/** `POST /local/jobs/NAME` runs a job: 200 if it succeeded, 500 if not, with a message as JSON. */
export function createControl(origin: string, jobs: Jobs) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isLocalCommand(request, origin))
      return sendMessage(response, 403, 'Only commands on this machine may call this.');
    const name = jobNames.find((each) => request.url === `/local/jobs/${each}`);
    if (request.method !== 'POST' || !name) return sendMessage(response, 404, 'Unknown job.');
    try {
      await jobs.run(name);
      sendMessage(response, 200, `The job ${name} succeeded.`);
    } catch (error) {
      sendMessage(response, 500, (error as Error).message);
    }
  };
}

function sendMessage(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ message }));
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { jobNames } from '../../shared/jobs.ts';
import { isLocalCommand, sendJson } from './gateway/request.ts';
import type { Jobs } from './jobs.ts';

/**
 * `POST /local/jobs/NAME` runs a job, and `DELETE /local/second-factors/EMAIL` turns the two-step login of an account
 * off: 200 if it succeeded, 404 or 500 if not, with a message as JSON.
 */
export function createControl(origin: string, { jobs, endSecondFactor }: Controls) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, message: string) => sendJson(response, status, { message });
    if (!isLocalCommand(request, origin)) return send(403, 'Only commands on this machine may call this.');
    const { method, url = '' } = request;
    const name = jobNames.find((each) => url === `/local/jobs/${each}`);
    try {
      if (method === 'POST' && name) {
        await jobs.run(name);
        send(200, `The job ${name} succeeded.`);
      } else if (method === 'DELETE' && url.startsWith(factors)) {
        const email = decodeURIComponent(url.slice(factors.length));
        if (!(await endSecondFactor(email))) return send(404, 'No account has this email address.');
        send(200, `${email} logs in with the password only.`);
      } else send(404, 'Unknown command.');
    } catch (error) {
      send(500, (error as Error).message);
    }
  };
}

const factors = '/local/second-factors/';

interface Controls {
  readonly jobs: Jobs;
  /** @returns false for an unknown email address */
  readonly endSecondFactor: (email: string) => Promise<boolean>;
}

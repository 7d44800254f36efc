import type { IncomingMessage, ServerResponse } from 'node:http';
import { type JobName, jobNames } from '../../shared/jobs.ts';
import type { Jobs } from './jobs.ts';

/** What this machine's own commands ask of a running Parley. */
export interface Control {
  /** Whether the request is for it; its paths begin with `/local/`, which is nobody else's. */
  isFor(request: IncomingMessage): boolean;
  /** `POST /local/jobs/NAME` runs a job: 200 when it is done, 500 when it failed, with a sentence as JSON. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** @param origin where it answers; a request that names another host comes from a page that pretends to be us */
export function createControl(origin: string, jobs: Jobs): Control {
  return {
    isFor: ({ url }) => url?.startsWith('/local/') ?? false,
    answer: async (request, response) => {
      // A page can send this header to its own site only.
      const isOwn = request.headers['x-parley-local'] === '1' && `http://${request.headers.host}` === origin;
      if (!isOwn) return answerSentence(response, 403, 'This is for commands on this machine.');
      const name = jobNames.find((each) => request.url === `/local/jobs/${each}`);
      if (request.method !== 'POST' || !name) return answerSentence(response, 404, 'There is no such job.');
      const [status, sentence] = await run(jobs, name);
      answerSentence(response, status, sentence);
    },
  };
}

async function run(jobs: Jobs, name: JobName): Promise<[status: number, sentence: string]> {
  try {
    await jobs.run(name);
    return [200, `The job ${name} is done.`];
  } catch (error) {
    return [500, (error as Error).message];
  }
}

function answerSentence(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ message }));
}

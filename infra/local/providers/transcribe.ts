import type { Pocketsphinx } from '../engines/pocketsphinx.ts';
import type { ProviderHandler } from './server.ts';
import { AwsError, notModelled, readJsonBody } from './wire.ts';

/** Amazon Transcribe without its streams: ListTranscriptionJobs, which finds none. */
export function transcribeHandler(pocketsphinx: Pocketsphinx): ProviderHandler {
  return async (request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(body));
    };
    try {
      const operation = String(request.headers['x-amz-target']).replace(/^.*Transcribe\./, '');
      await readJsonBody(request);
      if (operation !== 'ListTranscriptionJobs') throw notModelled(`Transcribe’s ${operation}`);
      if (!pocketsphinx.available) {
        throw new AwsError(500, 'InternalFailureException', 'pocketsphinx is not installed.');
      }
      answer(200, { TranscriptionJobSummaries: [] });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      answer(error.status, { __type: error.type, Message: error.message });
    }
  };
}

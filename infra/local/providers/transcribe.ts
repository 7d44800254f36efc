import type { Pocketsphinx } from '../engines/pocketsphinx.ts';
import { AwsError, notModelled, type ProviderHandler, readJsonBody, sendJson } from './wire.ts';

/** Amazon Transcribe except streaming: ListTranscriptionJobs, which finds none. */
export function createTranscribeHandler(pocketsphinx: Pocketsphinx): ProviderHandler {
  return async (request, response) => {
    const operation = String(request.headers['x-amz-target']).replace(/^.*Transcribe\./, '');
    await readJsonBody(request);
    if (operation !== 'ListTranscriptionJobs') throw notModelled(`Transcribe’s ${operation}`);
    if (!pocketsphinx.isAvailable) {
      throw new AwsError(500, 'InternalFailureException', 'pocketsphinx is not installed.');
    }
    sendJson(response, { TranscriptionJobSummaries: [] });
  };
}

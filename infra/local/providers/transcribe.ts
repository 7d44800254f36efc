import type { Pocketsphinx } from '../engines/pocketsphinx.ts';
import { AwsError, answerJson, notModelled, type ProviderHandler, readJsonBody } from './wire.ts';

/** Amazon Transcribe without its streams: ListTranscriptionJobs, which finds none. */
export function transcribeHandler(pocketsphinx: Pocketsphinx): ProviderHandler {
  return async (request, response) => {
    const operation = String(request.headers['x-amz-target']).replace(/^.*Transcribe\./, '');
    await readJsonBody(request);
    if (operation !== 'ListTranscriptionJobs') throw notModelled(`Transcribe’s ${operation}`);
    if (!pocketsphinx.isAvailable) {
      throw new AwsError(500, 'InternalFailureException', 'pocketsphinx is not installed.');
    }
    answerJson(response, { TranscriptionJobSummaries: [] });
  };
}

import { transcribe } from '../../shared/api/speech.schema.ts';
import { endpoint } from '../endpoint.ts';
import { askProvider } from '../providers/ask.ts';
import { readMultipart } from '../request/multipart.ts';
import { logTranscribed } from '../telemetry/events.ts';
import { countBilledSeconds, meterClip } from './meter.ts';
import { defaultConfidence, requireRecogniser } from './recogniser.ts';
import { streamClip } from './stream/transcriber.ts';
import { readWav } from './wav.ts';

export const handler = endpoint(
  'speech.transcribe',
  transcribe,
  async (input, caller) => {
    const language = requireRecogniser(input.language);
    const clip = readWav(input.audio);

    const startedAt = performance.now();
    const { transcript, confidence = defaultConfidence } = await meterClip(caller, clip.seconds, () =>
      askProvider('transcribe', () => streamClip(clip, language, caller.signal), {
        TranscribedSeconds: countBilledSeconds(clip.seconds),
      }),
    );
    logTranscribed({
      requestId: caller.requestId,
      language: language.code,
      audioBytes: input.audio.length,
      hasWords: transcript !== '',
      durationMs: Math.round(performance.now() - startedAt),
    });
    return { transcript, confidence };
  },
  { readBody: readMultipart },
);

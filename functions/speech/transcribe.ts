import { transcribe } from '../../shared/api/speech.schema.ts';
import { findLanguage, type Language } from '../../shared/languages.ts';
import { endpoint } from '../endpoint.ts';
import { UnsupportedLanguage } from '../errors.ts';
import { transcribed } from '../events.ts';
import { readMultipart } from '../multipart.ts';
import { type Clip, readClip } from './clip.ts';
import { meterSpeech } from './meter.ts';
import { hasRecogniser } from './recogniser.ts';
import { streamClip } from './transcriber.ts';

/** What was said in a recording: streamed to the recogniser where its container allows it. */
export const handler = endpoint(
  'speech.transcribe',
  transcribe,
  async (input, caller) => {
    const language = findLanguage(input.language) as Language;
    requireRecogniser(language);
    const clip = readClip(input.audio);

    const startedAt = performance.now();
    const transcript = await meterSpeech(caller, clip.seconds, () =>
      transcribeClip(clip, language, caller.signal),
    );
    transcribed({
      requestId: caller.requestId,
      language: language.code,
      audioBytes: input.audio.length,
      way: clip.way,
      heard: transcript.transcript !== '',
      durationMs: Math.round(performance.now() - startedAt),
    });
    return transcript;
  },
  { readBody: readMultipart },
);

function requireRecogniser(language: Language): void {
  if (!hasRecogniser(language)) throw new UnsupportedLanguage(language.name, 'recogniser');
}

/** Batch needs two more clients and is rare: it is loaded when a clip needs it. */
async function transcribeClip(clip: Clip, language: Language, signal: AbortSignal) {
  if (clip.way === 'streaming') return streamClip(clip, language, signal);
  const { transcribeInBatch } = await import('./batch-transcriber.ts');
  return transcribeInBatch(clip, language, signal);
}

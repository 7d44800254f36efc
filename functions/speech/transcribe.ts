import { transcribe } from '../../shared/api/speech.schema.ts';
import { findLanguage, type Language } from '../../shared/languages.ts';
import { endpoint } from '../endpoint.ts';
import { PremiumRequired, UnsupportedLanguage } from '../errors.ts';
import { askProvider } from '../providers/ask.ts';
import type { Guest, User } from '../request/caller.ts';
import { readMultipart } from '../request/multipart.ts';
import { transcribed } from '../telemetry/events.ts';
import { countBilledSeconds, meterSpeech } from './meter.ts';
import { hasRecogniser } from './recogniser.ts';
import { streamClip } from './transcriber.ts';
import { readWav } from './wav.ts';

export const handler = endpoint(
  'speech.transcribe',
  transcribe,
  async (input, caller) => {
    const isInterim = input.interim === 'true';
    if (isInterim) requirePremium(caller);
    const language = findLanguage(input.language) as Language;
    requireRecogniser(language);
    const clip = readWav(input.audio);

    const startedAt = performance.now();
    const { transcript, confidence } = await meterSpeech(caller, { seconds: clip.seconds, isInterim }, () =>
      askProvider('transcribe', () => streamClip(clip, language, caller.signal), {
        TranscribedSeconds: countBilledSeconds(clip.seconds),
      }),
    );
    transcribed({
      requestId: caller.requestId,
      language: language.code,
      audioBytes: input.audio.length,
      isInterim,
      heard: transcript !== '',
      durationMs: Math.round(performance.now() - startedAt),
    });
    return {
      transcript,
      confidence: confidence ?? (isInterim ? defaultConfidence.interim : defaultConfidence.final),
    };
  },
  { readBody: readMultipart },
);

const defaultConfidence = { interim: 0.8, final: 0.9 };

function requirePremium({ kind }: Guest | User): void {
  if (kind !== 'premium') throw new PremiumRequired();
}

function requireRecogniser(language: Language): void {
  if (!hasRecogniser(language)) throw new UnsupportedLanguage(language.name, 'recogniser');
}

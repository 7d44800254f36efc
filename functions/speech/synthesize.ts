import { type LanguageCode, PollyClient, SynthesizeSpeechCommand, type VoiceId } from '@aws-sdk/client-polly';
import { synthesize } from '../../shared/api/speech.schema.ts';
import { findLanguage, type Language } from '../../shared/languages.ts';
import { endpoint } from '../endpoint.ts';
import { TooLarge, UnsupportedLanguage } from '../errors.ts';
import { askProvider } from '../providers/ask.ts';
import { toProviderError } from '../providers/error.ts';
import { cutText } from '../providers/text-pieces.ts';
import { synthesized } from '../telemetry/events.ts';
import { meterSpoken } from './meter.ts';
import { joinMp3 } from './mp3.ts';

export const handler = endpoint('speech.synthesize', synthesize, async ({ text, language: code }, caller) => {
  const language = findLanguage(code) as Language;
  const voice = requireVoice(language);
  requireSpeakable(text);

  const startedAt = performance.now();
  const pieces = cutText(text, charactersPerCall, (part) => part.length, language.code);
  const spoken = pieces.filter((piece) => piece.trim() !== '');
  const audio = await meterSpoken(
    caller,
    spoken,
    (piece) =>
      askProvider('polly', () => speak(piece, voice, caller.signal), { SpokenCharacters: piece.length }),
    (parts) => requireFitting(joinMp3(parts)),
  );
  synthesized({
    requestId: caller.requestId,
    language: language.code,
    characters: text.length,
    audioBytes: audio.length,
    durationMs: Math.round(performance.now() - startedAt),
  });
  return audio;
});

function requireVoice(language: Language): Voice {
  if (!language.polly) throw new UnsupportedLanguage(language.name, 'voice');
  return language.polly;
}

/**
 * Polly takes 3,000 characters a call and cuts speech off after 10 minutes, which Chinese or digits exceed
 * (docs.aws.amazon.com/polly/latest/dg/limits.html). Smaller pieces are also ready sooner: at most 7 at once,
 * within Polly's 8 neural calls a second.
 */
const charactersPerCall = 1_500;

const client = new PollyClient({ maxAttempts: 3 });

/** For all attempts together. The client's own time-outs would end a stream like a complete one. */
const speakMs = 20_000;

/** Bilingual voices speak their first language unless told. */
async function speak(piece: string, voice: Voice, signal: AbortSignal): Promise<Uint8Array> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(speakMs)]);
  try {
    const { AudioStream } = await client.send(
      new SynthesizeSpeechCommand({
        Text: piece,
        // The table holds strings; a test compares them with the SDK's lists.
        VoiceId: voice.voice as VoiceId,
        Engine: voice.engine,
        LanguageCode: voice.language as LanguageCode,
        OutputFormat: 'mp3',
      }),
      { abortSignal: deadline },
    );
    const audio = await AudioStream?.transformToByteArray();
    // An aborted stream ends like a finished one.
    deadline.throwIfAborted();
    return audio ?? new Uint8Array();
  } catch (error) {
    throw toProviderError('speech', error);
  }
}

function requireFitting<Audio extends Uint8Array>(audio: Audio): Audio {
  if (audio.length > maxBytes) throw tooLong().setCost('counted');
  return audio;
}

/**
 * Base64 makes Lambda's 6 MB answer about 4.5 MB of audio. Polly's MP3 has 48 kbit/s, 6,000 bytes a second:
 * 5,000 letters take about 6 minutes and 2.2 MB.
 */
const maxBytes = 4_500_000;

function requireSpeakable(text: string): void {
  if ((text.match(syllables) ?? []).length > maxSyllables) throw tooLong();
}

/** One character of these scripts is a syllable or more; people speak 4 to 5 a second. */
const syllables = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const maxSyllables = 3_000;

function tooLong(): TooLarge {
  return new TooLarge('This text is too long to read aloud.', 'uncounted', 'Try a shorter part.');
}

type Voice = NonNullable<Language['polly']>;

import { type LanguageCode, PollyClient, SynthesizeSpeechCommand, type VoiceId } from '@aws-sdk/client-polly';
import { synthesize } from '../../shared/api/speech.schema.ts';
import { findLanguage, type Language } from '../../shared/languages.ts';
import { endpoint } from '../endpoint.ts';
import { TooLarge, UnsupportedLanguage } from '../errors.ts';
import { askProvider } from '../providers/ask.ts';
import { providerError } from '../providers/error.ts';
import { cutText } from '../providers/text-pieces.ts';
import { synthesized } from '../telemetry/events.ts';
import { meterSpoken } from './meter.ts';
import { joinMp3 } from './mp3.ts';

/** A text as MP3, in the voice of its language. */
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
 * Polly takes 3,000 characters a call, but cuts speech off after 10 minutes, which that many Chinese characters
 * or digits exceed (docs.aws.amazon.com/polly/latest/dg/limits.html). Half as many are also spoken sooner, as
 * the pieces are made at the same time: at most 7 for the longest text, within the 8 calls a second that Polly
 * allows its neural voices.
 */
const charactersPerCall = 1_500;

const client = new PollyClient({ maxAttempts: 3 });

/** All attempts together: the client's own time-outs would end a stream in its middle like one that is complete. */
const speakMs = 20_000;

/** Voices of two languages speak their first unless told. */
async function speak(piece: string, voice: Voice, signal: AbortSignal): Promise<Uint8Array> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(speakMs)]);
  try {
    const { AudioStream } = await client.send(
      new SynthesizeSpeechCommand({
        Text: piece,
        // The SDK lists its voices and codes; the table holds strings, which a test compares with those lists.
        VoiceId: voice.voice as VoiceId,
        Engine: voice.engine,
        LanguageCode: voice.language as LanguageCode,
        OutputFormat: 'mp3',
      }),
      { abortSignal: inTime },
    );
    const audio = await AudioStream?.transformToByteArray();
    // An aborted stream ends like a finished one.
    inTime.throwIfAborted();
    return audio ?? new Uint8Array();
  } catch (error) {
    throw providerError('speech', error);
  }
}

function requireFitting<Audio extends Uint8Array>(audio: Audio): Audio {
  if (audio.length > mostBytes) throw tooLong().costing('counted');
  return audio;
}

/**
 * Base64 makes Lambda's 6 MB answer about 4.5 MB of audio. Polly's MP3 is 48 kbit/s at its voices' own rates
 * (22,050 and 24,000 Hz), so 6,000 bytes a second: 5,000 characters of an alphabet take about 6 minutes and
 * 2.2 MB.
 */
const mostBytes = 4_500_000;

/** Nothing is made, and nothing billed, of a text that is known not to fit. */
function requireSpeakable(text: string): void {
  if ((text.match(syllables) ?? []).length > mostSyllables) throw tooLong();
}

/** One character of these scripts is a syllable or more; people speak 4 to 5 a second. */
const syllables = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const mostSyllables = 3_000;

function tooLong(): TooLarge {
  return new TooLarge(
    'This text takes too long to speak in one go.',
    'uncounted',
    'Have it spoken in parts.',
  );
}

type Voice = NonNullable<Language['polly']>;

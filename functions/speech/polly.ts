import {
  type LanguageCode,
  PollyClient,
  SynthesizeSpeechCommand,
  type SynthesizeSpeechCommandInput,
  type VoiceId,
} from '@aws-sdk/client-polly';
import pLimit from 'p-limit';
import { findLanguage, type Language } from '../../shared/languages.ts';
import { TooLarge, UnsupportedLanguage } from '../errors.ts';
import { askProvider, toProviderError } from '../providers/ask.ts';
import { cutText } from '../providers/text-pieces.ts';
import * as texts from '../texts.ts';

type Voice = NonNullable<Language['polly']>;

/** @returns pieces that together make up the text; blank ones have no sound @throws UnsupportedLanguage, TooLarge */
export function prepareSpeech(text: string, code: string) {
  const language = findLanguage(code) as Language;
  if (!language.polly) throw new UnsupportedLanguage(language.name, 'voice');
  if ((text.match(syllables) ?? []).length > maxSyllables) {
    throw new TooLarge(texts.tooLongToReadAloud, 'uncounted');
  }
  const pieces = cutText(text, charactersPerCall, (part) => part.length, language.code);
  return { language, voice: language.polly, pieces };
}

export function hasSound(piece: string): boolean {
  return piece.trim() !== '';
}

/** Returns a function that asks Polly for one piece: a few at once, all before one deadline. */
export function createPollyRequester(
  voice: Voice,
  output: Pick<SynthesizeSpeechCommandInput, 'OutputFormat' | 'SpeechMarkTypes'>,
  signal: AbortSignal,
): (piece: string) => Promise<Uint8Array> {
  const limit = pLimit(callsAtOnce);
  // Not the client's timeouts: an interrupted stream looks complete, but a signal can be checked afterwards.
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
  const request = {
    // `languages.ts` holds strings; a test compares them with the SDK's lists.
    VoiceId: voice.voice as VoiceId,
    Engine: voice.engine,
    // Bilingual voices speak their first language unless told otherwise.
    LanguageCode: voice.language as LanguageCode,
    ...output,
  };
  return (piece) =>
    limit(() =>
      askProvider('polly', () => send({ ...request, Text: piece }, deadline), {
        SpokenCharacters: piece.length,
      }),
    );
}

async function send(input: SynthesizeSpeechCommandInput, deadline: AbortSignal): Promise<Uint8Array> {
  try {
    deadline.throwIfAborted();
    const { AudioStream } = await client.send(new SynthesizeSpeechCommand(input), { abortSignal: deadline });
    const answer = await AudioStream?.transformToByteArray();
    // An aborted stream looks complete.
    deadline.throwIfAborted();
    return answer ?? new Uint8Array();
  } catch (error) {
    throw toProviderError('speech', error);
  }
}

const client = new PollyClient({ maxAttempts: 3 });

/** For all pieces and attempts together. */
const answerMs = 20_000;

/** Polly allows 8 neural calls a second (docs.aws.amazon.com/polly/latest/dg/limits.html). */
const callsAtOnce = 3;

/**
 * Polly takes 3,000 characters, but cuts speech off after 10 minutes. In Chinese or digits, 3,000 take longer
 * (docs.aws.amazon.com/polly/latest/dg/limits.html).
 */
const charactersPerCall = 1_500;

/** One character of these scripts is a syllable or more; people speak 4 to 5 a second. */
const syllables = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const maxSyllables = 3_000;

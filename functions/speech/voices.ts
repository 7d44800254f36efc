import { findLanguage, type Language } from '../../shared/languages.ts';
import { TooLarge, UnsupportedLanguage } from '../errors.ts';
import { cutText } from '../providers/text-pieces.ts';
import { say } from '../texts.ts';
import { createPollyVoice } from './polly.ts';
import type { WordMark } from './word-marks.ts';

/** A provider's voice for one language. Each function asks for one piece at a time, until the signal aborts. */
export interface Voice {
  /** As MP3. */
  openSpeech(signal: AbortSignal): (piece: string) => Promise<Uint8Array>;
  openMarks(signal: AbortSignal): (piece: string) => Promise<WordMark[]>;
}

/** Which provider speaks a language. Another provider is another line here. */
function findVoice({ polly }: Language): Voice | undefined {
  return polly && createPollyVoice(polly);
}

/** @returns pieces that together make up the text; blank ones have no sound @throws UnsupportedLanguage, TooLarge */
export function prepareSpeech(text: string, code: string) {
  const language = findLanguage(code) as Language;
  const voice = findVoice(language);
  if (!voice) throw new UnsupportedLanguage(language.code, 'voice');
  if ((text.match(syllables) ?? []).length > maxSyllables) {
    throw new TooLarge(say('tooLongToReadAloud'), 'uncounted');
  }
  const pieces = cutText(text, charactersPerCall, (part) => part.length, language.code);
  return { language, voice, pieces };
}

/**
 * Polly takes 3,000 characters, but cuts speech off after 10 minutes. In Chinese or digits, 3,000 take longer
 * (docs.aws.amazon.com/polly/latest/dg/limits.html).
 */
const charactersPerCall = 1_500;

/** One character of these scripts is a syllable or more; people speak 4 to 5 a second. */
const syllables = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const maxSyllables = 3_000;

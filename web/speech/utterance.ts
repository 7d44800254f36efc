import { findLanguage } from '../../shared/languages.ts';

/** How an utterance sounds. */
export interface Manner {
  /** 1 is the voice's own speed. */
  readonly rate: number;
  /** 0 to 1. */
  readonly volume: number;
}

/**
 * @param speechRate the setting, in tenths
 * @param isAuto spoken by itself after a translation, not by a tap
 */
export function mannerOf(speechRate: number, isAuto: boolean, isIosSafari: boolean): Manner {
  const rate = speechRate / 10;
  const volume = isAuto ? 0.8 : 1;
  if (!isIosSafari) return { rate, volume };
  return { rate: clamp(rate, isAuto ? 0.7 : 0.5, 1), volume: clamp(volume, 0.3, 1) };
}

/** Longest piece handed to the browser's voice: Chrome cuts an utterance after 15 seconds. */
const pieceCharacters = 160;

/** Cuts a text at sentence ends, and over-long sentences at word ends. */
export function pieces(text: string, longest = pieceCharacters): string[] {
  const result: string[] = [];
  let piece = '';
  for (const part of segments(text, longest)) {
    if (piece !== '' && piece.length + part.length > longest) {
      result.push(piece.trim());
      piece = '';
    }
    piece += part;
  }
  return [...result, piece.trim()].filter((each) => each !== '');
}

/** The browser's best voice for a language: its own region before others, voices of this machine before remote ones. */
export function pickVoice<Voice extends { readonly lang: string; readonly localService: boolean }>(
  voices: readonly Voice[],
  code: string,
): Voice | undefined {
  const wanted = wantedTags(code);
  const ranked = voices
    .map((voice) => ({ voice, rank: rankOf(voice.lang, wanted) - (voice.localService ? 0.5 : 0) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.rank - other.rank);
  return ranked[0]?.voice;
}

/** Chinese voices of another region speak another language or read another script. */
const strictlyRegional = new Set(['zh-CN', 'zh-TW', 'zh-HK']);

function wantedTags(code: string): string[] {
  const language = findLanguage(code);
  const exact = language?.code ?? code;
  if (exact === 'zh-HK') return ['zh-hk', 'yue'];
  if (strictlyRegional.has(exact)) return [exact.toLowerCase()];
  if (exact === 'no') return ['nb-no', 'no', 'nb', 'nn'];
  if (exact === 'es-419') return ['es-419', 'es-mx', 'es-us', 'es'];
  const provider = language?.transcribe.toLowerCase() ?? '';
  return [exact.toLowerCase(), provider, exact.toLowerCase().split('-')[0] ?? ''];
}

function rankOf(voiceTag: string, wanted: readonly string[]): number {
  const tag = voiceTag.replace('_', '-').toLowerCase();
  const exact = wanted.indexOf(tag);
  if (exact >= 0) return exact;
  const related = wanted.findIndex((each) => tag.startsWith(`${each}-`));
  return related >= 0 ? wanted.length + related : Number.POSITIVE_INFINITY;
}

function segments(text: string, longest: number): string[] {
  return segment(text, 'sentence').flatMap((sentence) =>
    sentence.length <= longest ? [sentence] : segment(sentence, 'word'),
  );
}

function segment(text: string, granularity: 'sentence' | 'word'): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity });
  return Array.from(segmenter.segment(text), (each) => each.segment);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

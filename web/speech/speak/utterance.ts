import { segment } from '../../browser/segments.ts';

export interface Prosody {
  readonly rate: number;
  readonly volume: number;
  readonly pitch: number;
}

/** `replay`: speech that was queued until a tap. */
export type Trigger = 'tap' | 'auto' | 'replay';

/** @param speechRate the setting, in tenths */
export function chooseProsody(
  speechRate: number,
  trigger: Trigger,
  { isAuto, isSlow = false, isIosSafari }: { isAuto: boolean; isSlow?: boolean; isIosSafari: boolean },
): Prosody {
  const { rate, volume } = isIosSafari ? iosSafariBounds[trigger] : bounds;
  return {
    rate: clamp((speechRate / 10) * (isSlow ? slowFactor : 1), rate),
    volume: clamp(isAuto ? autoVolume : 1, volume),
    pitch: 1,
  };
}

const bounds: Bounds = { rate: [0.5, 2], volume: [0, 1] };
const slowFactor = 0.6;

const iosSafariBounds: Record<Trigger, Bounds> = {
  tap: { rate: [0.5, 1], volume: [0.3, 1] },
  auto: { rate: [0.7, 1], volume: [0.3, 1] },
  replay: { rate: [0.5, 1], volume: [0.3, 1] },
};

interface Bounds {
  readonly rate: readonly [min: number, max: number];
  readonly volume: readonly [min: number, max: number];
}

const autoVolume = 0.8;

/** How long a screen reader takes to announce what was said, which is about as long, and its translation. */
export function estimateAnnouncementMs(translation: string): number {
  return 1_000 + 2 * measure(translation) * announcedLetterMs;
}

/** At 15 letters a second, the usual speed of screen readers. */
const announcedLetterMs = 67;

/** Splits a text at sentences, words or letters, because Chrome goes silent after 14 s (https://crbug.com/679437). */
export function splitText(text: string, rate: number): string[] {
  const maxLength = pieceCharacters * Math.min(1, rate);
  const result: string[] = [];
  let piece = '';
  for (const next of splitToFit(text, maxLength, ['sentence', 'word', 'grapheme'])) {
    if (piece !== '' && measure(piece) + measure(next) > maxLength) {
      result.push(piece.trim());
      piece = '';
    }
    piece += next;
  }
  return [...result, piece.trim()].filter((each) => each !== '');
}

/** At most 12 seconds at normal speed, at 14 to 16 letters a second. */
const pieceCharacters = 160;

/** In letters. Syllabic characters and digits count as three, because they take longer to speak. */
function measure(text: string): number {
  return text.length + 2 * (text.match(slowCharacters)?.length ?? 0);
}

const slowCharacters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Nd}]/gu;

function splitToFit(
  text: string,
  maxLength: number,
  [granularity = 'grapheme', ...finer]: Granularity[],
): string[] {
  return segment(text, granularity).flatMap((piece) =>
    measure(piece) <= maxLength || finer.length === 0 ? [piece] : splitToFit(piece, maxLength, finer),
  );
}

type Granularity = 'sentence' | 'word' | 'grapheme';

function clamp(value: number, [min, max]: readonly [number, number]): number {
  return Math.min(max, Math.max(min, value));
}

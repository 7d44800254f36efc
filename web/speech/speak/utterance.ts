export interface Prosody {
  readonly rate: number;
  readonly volume: number;
  readonly pitch: number;
}

/** `replay`: a tap that queued speech waited for. */
export type Trigger = 'tap' | 'auto' | 'replay';

/** @param speechRate the setting, in tenths */
export function chooseProsody(
  speechRate: number,
  trigger: Trigger,
  { isAuto, isSlow = false, isIosSafari }: { isAuto: boolean; isSlow?: boolean; isIosSafari: boolean },
): Prosody {
  const { rate, volume } = isIosSafari ? iosSafariBounds[trigger] : bounds;
  return {
    rate: clamp((speechRate / 10) * (isSlow ? slowness : 1), rate),
    volume: clamp(isAuto ? autoVolume : 1, volume),
    pitch: 1,
  };
}

const bounds: Bounds = { rate: [0.5, 2], volume: [0, 1] };

const slowness = 0.6;

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

/** Cuts a text at sentences, words or letters, because Chrome falls silent after 14 s (https://crbug.com/679437). */
export function splitText(text: string, rate: number): string[] {
  const longest = pieceCharacters * Math.min(1, rate);
  const result: string[] = [];
  let piece = '';
  for (const part of listParts(text, longest, ['sentence', 'word', 'grapheme'])) {
    if (piece !== '' && weigh(piece) + weigh(part) > longest) {
      result.push(piece.trim());
      piece = '';
    }
    piece += part;
  }
  return [...result, piece.trim()].filter((each) => each !== '');
}

/** At most 12 seconds at normal speed, with 14 to 16 letters a second. */
const pieceCharacters = 160;

/** Length in letters. Syllabic characters and digits take three times as long. */
function weigh(text: string): number {
  return text.length + 2 * (text.match(slowCharacters)?.length ?? 0);
}

const slowCharacters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Nd}]/gu;

function listParts(text: string, longest: number, [granularity, ...finer]: Granularity[]): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity });
  return Array.from(segmenter.segment(text), ({ segment }) => segment).flatMap((part) =>
    weigh(part) <= longest || finer.length === 0 ? [part] : listParts(part, longest, finer),
  );
}

type Granularity = 'sentence' | 'word' | 'grapheme';

function clamp(value: number, [min, max]: readonly [number, number]): number {
  return Math.min(max, Math.max(min, value));
}

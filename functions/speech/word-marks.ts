import type { Output } from '../../shared/api/contract.ts';

/** When a word begins in the audio, and its place in the text, in UTF-16 code units. */
export type WordMark = Output<'speech.marks'>['marks'][number];

/** One JSON object per line, with offsets in UTF-8 bytes (docs.aws.amazon.com/polly/latest/dg/output.html). */
export function readMarks(answer: Uint8Array, piece: string): WordMark[] {
  const bytes = Buffer.from(piece);
  const countUnits = (offset: number) => bytes.toString('utf8', 0, offset).length;
  return Buffer.from(answer)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as PollyMark)
    .map(({ time, start, end }) => ({ ms: time, start: countUnits(start), end: countUnits(end) }));
}

interface PollyMark {
  readonly time: number;
  readonly start: number;
  readonly end: number;
}

export function hasSound(piece: string): boolean {
  return piece.trim() !== '';
}

/** @param parts the marks of each piece that is spoken; their audio is played one after the other */
export function joinMarks(pieces: readonly string[], parts: readonly (readonly WordMark[])[]): WordMark[] {
  const joined: WordMark[] = [];
  const remaining = [...parts];
  let ms = 0;
  let at = 0;
  for (const piece of pieces) {
    const marks = hasSound(piece) ? (remaining.shift() ?? []) : [];
    for (const mark of marks) joined.push({ ms: ms + mark.ms, start: at + mark.start, end: at + mark.end });
    ms += estimateMs(marks, piece);
    at += piece.length;
  }
  return joined;
}

/** Marks lack a piece's duration, so its last word is assumed to be as slow as the words before it. */
function estimateMs(marks: readonly WordMark[], piece: string): number {
  const last = marks.at(-1);
  return last && last.start > 0 ? Math.round((last.ms * piece.length) / last.start) : 0;
}

import { joinPatterns, technicalPatterns } from '../../text/technical.ts';

/**
 * A text is cut into pieces: language, and parts that come back as they went in. A `word` is part of the grammar of
 * its sentence, a `mark` is not.
 */
export interface Piece {
  readonly kind: 'language' | 'mark' | 'word';
  readonly text: string;
  /** White space before and after. */
  readonly before: string;
  readonly after: string;
}

export function splitParts(text: string, { withAmounts = false } = {}): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(withAmounts ? partsAndAmounts : parts)) {
    addPiece(pieces, 'language', text.slice(end, match.index));
    addPiece(pieces, isMark(match[0]) ? 'mark' : 'word', match[0]);
    end = match.index + match[0].length;
  }
  addPiece(pieces, 'language', text.slice(end));
  // White space belongs to both neighbours: a part may move.
  return pieces.map((piece, index) => ({
    ...piece,
    before: piece.before || (pieces[index - 1]?.after ?? ''),
    after: piece.after || (pieces[index + 1]?.before ?? ''),
  }));
}

function addPiece(pieces: Piece[], kind: Piece['kind'], text: string): void {
  const core = text.trim();
  if (core === '') return;
  const start = text.indexOf(core);
  const before = text.slice(0, start);
  pieces.push({ kind, text: core, before, after: text.slice(start + core.length) });
}

/** Amounts that a translator must not change. Small numbers may become words: "2 coffees". */
export function listAmounts(text: string): string[] {
  const language = splitParts(text).filter(({ kind }) => kind === 'language');
  return language.flatMap((piece) => piece.text.match(amounts) ?? []);
}

/** Of the same length, without anything that looks like the end of a sentence. */
export function maskParts(text: string): string {
  return text.replace(parts, (part) => (isMark(part) ? '\ufffc' : 'x').repeat(part.length));
}

function isMark(part: string): boolean {
  return /^<|^\]\(|^[^\p{L}\p{N}]+$/u.test(part);
}

/** Emoji with all their code points, and symbols but currencies. */
export const symbols =
  /(?:[\p{Extended_Pictographic}\p{Regional_Indicator}\p{So}\p{Sm}\p{Sk}*~|\\]|\d\ufe0f?\u20e3)(?:[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\p{So}\p{Sm}\p{Sk}*~|\\]|\u200d|\ufe0f|[\u{e0020}-\u{e007f}])*/u;

const unit =
  '(?:km/h|mph|k?m²|[kcm]?m|[km]?g|lbs?|oz|ft|mi|[mc]?l|L|[kMG]?W(?:h)?|V|min|h|s|[kMG]B|°\\s?[CF]?|[%‰€£¥₹$])(?![\\p{L}\\p{N}])';

const amounts = new RegExp(
  [`\\p{Sc}\\s?\\d+(?:[.,:]\\d+)*`, `\\d+(?:[.,:/]\\d+)*\\s?${unit}`, '\\d+(?:[.,:/-]\\d+)+|\\d{2,}'].join(
    '|',
  ),
  'gu',
);

const parts = joinPatterns([...technicalPatterns, symbols]);
const partsAndAmounts = joinPatterns([...technicalPatterns, symbols, amounts]);

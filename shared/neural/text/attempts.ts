import { escapeHtml, unescapeHtml } from '../html.ts';
import { capitalise, isAllCapitals, toSentenceCase } from './capitals.ts';
import { listAmounts, type Piece, splitParts } from './parts.ts';
import { collapseRepetition, isRepetitive, listWords } from './repetition.ts';

/** Texts for the engine, and a reader of its answers: undefined if they are no good. */
export interface Attempt {
  readonly texts: readonly string[];
  read(translated: readonly string[]): string | undefined;
}

export interface Ends {
  readonly source: string;
  readonly target: string;
}

/** Attempts for a sentence without white space around it, best first. The last one always gives a text. */
export function planAttempts(sentence: string, ends: Ends): Attempt[] {
  if (isAllCapitals(listLanguage(sentence).join(' '))) return planCapitals(sentence, ends);
  const pieces = splitParts(sentence);
  if (pieces.length === 1 && listWords(sentence).length <= 2) return [askVariants(sentence, ends.target)];
  return [
    askWhole(sentence, pieces, sentence),
    askWhole(sentence, splitParts(sentence, { withAmounts: true }), sentence),
    askWhole(sentence, splitParts(togglePeriod(sentence), { withAmounts: true }), sentence),
    askSeparately(splitParts(sentence, { withAmounts: true })),
  ];
}

/** The engine knows sentences, not headlines. */
function planCapitals(sentence: string, ends: Ends): Attempt[] {
  const pieces = splitParts(sentence);
  const lower = pieces.map((piece) =>
    piece.kind === 'language' ? { ...piece, text: toSentenceCase(piece.text, ends.source) } : piece,
  );
  const text = capitalise(joinPieces(lower), ends.source);
  return planAttempts(text, ends).map(({ texts, read }) => ({
    texts,
    read: (translated) => {
      const found = read(translated);
      if (found === undefined) return undefined;
      const upper = splitParts(found).map((piece) =>
        piece.kind === 'language' ? { ...piece, text: piece.text.toLocaleUpperCase(ends.target) } : piece,
      );
      return joinPieces(upper);
    },
  }));
}

/** With stand-ins for the parts. */
function askWhole(sentence: string, pieces: readonly Piece[], original: string): Attempt {
  const word = ['Q7', 'ZX', 'K9'].find((each) => !sentence.includes(each)) ?? 'QX7';
  const asked = pieces.map(({ kind, text }, index) => {
    if (kind === 'language') return escapeHtml(text);
    return kind === 'mark' ? `<img id="${index}">` : `${word}${index}`;
  });
  const parts = pieces.flatMap(({ kind }, index) => (kind === 'language' ? [] : index));
  return {
    texts: [joinPieces(pieces.map((piece, index) => ({ ...piece, text: asked[index] ?? '' })))],
    read: ([translated = '']) => {
      const found: number[] = [];
      const restored = unescapeMarked(
        translated,
        new RegExp(`\\s*<img id="(\\d+)">\\s*|${word}(\\d+)`, 'gi'),
        (mark, part) => {
          const piece = pieces[Number(mark ?? part)];
          found.push(Number(mark ?? part));
          if (!piece) return '';
          return mark === undefined ? piece.text : piece.before + piece.text + piece.after;
        },
      ).trim();
      const isWhole = found.toSorted((one, other) => one - other).join() === parts.join();
      return isWhole && areMarksInOrder(found, pieces) && isGood(original, restored) ? restored : undefined;
    },
  };
}

function areMarksInOrder(found: readonly number[], pieces: readonly Piece[]): boolean {
  const marks = found.filter((index) => pieces[index]?.kind === 'mark');
  return marks.every((index, place) => place === 0 || index > (marks[place - 1] ?? 0));
}

function unescapeMarked(
  html: string,
  pattern: RegExp,
  replace: (mark: string | undefined, part: string | undefined) => string,
): string {
  let end = 0;
  let text = '';
  for (const match of html.matchAll(pattern)) {
    text += unescapeHtml(html.slice(end, match.index)) + replace(match[1], match[2]);
    end = match.index + match[0].length;
  }
  return text + unescapeHtml(html.slice(end));
}

function isGood(sentence: string, translated: string): boolean {
  if (translated === '' || isRepetitive(sentence, translated)) return false;
  if (!listAmounts(sentence).every((amount) => translated.includes(amount))) return false;
  return listWords(sentence).length < 3 || listWords(sentence).join(' ') !== listWords(translated).join(' ');
}

/** Only the language between the parts. */
function askSeparately(pieces: readonly Piece[]): Attempt {
  const language = pieces.filter(isLanguage);
  return {
    texts: language.map(({ text }) => escapeHtml(text)),
    read: (translated) => {
      const given = [...translated];
      return joinPieces(
        pieces.map((piece) => {
          if (!isLanguage(piece)) return piece;
          const text = unescapeHtml(given.shift() ?? '').trim();
          const clean = isRepetitive(piece.text, text) ? collapseRepetition(text) : text;
          return { ...piece, text: clean || piece.text };
        }),
      );
    },
  };
}

/** Models invent more for a single word: most variants of it decide, then the fewest words. */
function askVariants(text: string, target: string): Attempt {
  const ending = /[.!?…。！？]+$/u.exec(text)?.[0] ?? '';
  const bare = text.slice(0, text.length - ending.length);
  const other = bare === bare.toLowerCase() ? capitalise(bare, target) : bare.toLowerCase();
  const variants = ending === '' ? [bare, `${bare}!`, `${bare}.`, other] : [text, bare, other];
  return {
    texts: variants.map(escapeHtml),
    read: (translated) => {
      const candidates = translated.map((each) => trimEnd(unescapeHtml(each)));
      const good = candidates.filter((each) => isFit(bare, each));
      const votes = (each: string) => good.filter((one) => one.toLowerCase() === each.toLowerCase()).length;
      const [best] = good.toSorted(
        (one, two) => votes(two) - votes(one) || listWords(one).length - listWords(two).length,
      );
      const chosen = (best ?? collapseRepetition(candidates[0] ?? '')) || bare;
      const cased = /^\p{Lu}/u.test(bare) ? capitalise(chosen, target) : chosen;
      return ending === '' || /[.!?…。！？]$/u.test(cased) ? cased : cased + ending;
    },
  };
}

function isFit(source: string, translated: string): boolean {
  if (translated === '' || isRepetitive(source, translated)) return false;
  const words = listWords(translated);
  return words.length <= listWords(source).length + 2 && words.join(' ') !== listWords(source).join(' ');
}

function trimEnd(text: string): string {
  return text.trim().replace(/[.!,;:…。！]+$/u, '');
}

function togglePeriod(sentence: string): string {
  return /[.!]$/.test(sentence) ? sentence.replace(/[.!]+$/, '') : `${sentence}.`;
}

function listLanguage(text: string): string[] {
  return splitParts(text)
    .filter(isLanguage)
    .map((piece) => piece.text);
}

/** Numbers and punctuation are not asked. */
function isLanguage({ kind, text }: Piece): boolean {
  return kind === 'language' && /\p{L}/u.test(text);
}

function joinPieces(pieces: readonly Piece[]): string {
  return pieces.map(({ text, after }, index) => text + (index === pieces.length - 1 ? '' : after)).join('');
}

import { getSeparator } from '../../text/spacing.ts';
import { maskParts } from './parts.ts';

/** Sentences with the white space after them; longer ones are cut. Joined, they are the text. */
export function splitSentences(text: string, language: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  let end = 0;
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(
    maskParts(text),
  )) {
    end += segment.length;
    // "Mr. Smith" is one sentence.
    if (/(?<!\p{L})\p{L}{1,3}\.\s+$/u.test(segment) && end < text.length) continue;
    sentences.push(...cut(text.slice(start, end), getSeparator(language) === '' ? 120 : 400));
    start = end;
  }
  return sentences;
}

/** After a comma or white space, if there is one. */
function cut(sentence: string, maxLength: number): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > maxLength) {
    const head = rest.slice(0, maxLength);
    const [found] = /^.*[,;:、，；]\s*(?=\S)/su.exec(head) ?? /^.*\s(?=\S)/su.exec(head) ?? [head];
    // Not between the halves of a character.
    const piece = /[\ud800-\udbff]$/.test(found) ? found.slice(0, -1) : found;
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return [...pieces, rest];
}

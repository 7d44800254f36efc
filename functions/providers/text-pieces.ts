/** Cuts a text into pieces of at most `limit`, at sentence ends if possible. Joined, the pieces are the text. */
export function cutText(
  text: string,
  limit: number,
  measure: (part: string) => number,
  language: string,
  [granularity, ...finer]: Granularity[] = ['sentence', 'word', 'grapheme', 'code point'],
): string[] {
  if (measure(text) <= limit || granularity === undefined) return [text];
  const pieces: string[] = [];
  let piece = '';
  for (const segment of splitSegments(text, granularity, language)) {
    if (measure(piece + segment) <= limit) {
      piece += segment;
      continue;
    }
    if (piece) pieces.push(piece);
    const parts = cutText(segment, limit, measure, language, finer);
    pieces.push(...parts.slice(0, -1));
    piece = parts.at(-1) ?? '';
  }
  if (piece) pieces.push(piece);
  return pieces;
}

function splitSegments(text: string, granularity: Granularity, language: string): Iterable<string> {
  if (granularity === 'code point') return text;
  const segments = new Intl.Segmenter(language, { granularity }).segment(text);
  return Array.from(segments, ({ segment }) => segment);
}

type Granularity = 'sentence' | 'word' | 'grapheme' | 'code point';

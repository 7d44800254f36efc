import { joinPatterns, technicalPatterns } from '../../../shared/text/technical.ts';

/** Replaces URLs, markup and symbols with numbered blanks of Apertium's stream format, which the engine copies. */
export function protect(line: string) {
  const kept: string[] = [];
  const texts: string[] = [];
  let end = 0;
  for (const match of line.matchAll(notLanguage)) {
    texts.push(escapeStream(line.slice(end, match.index)));
    kept.push(match[0]);
    end = match.index + match[0].length;
  }
  texts.push(escapeStream(line.slice(end)));
  return {
    block: joinTexts(texts),
    /** Around the protected parts. */ texts,
    restore: (translated: string) => restore(translated, kept),
  };
}

export function joinTexts(texts: readonly string[]): string {
  return texts.map((text, index) => (index === 0 ? text : `[${index - 1}]${text}`)).join('');
}

/** Adds the Spanish ¿ and ¡, which translations lack. */
export function addInvertedMarks(block: string): string {
  if (!/[?!]/.test(block)) return block;
  // The segmenter would cut inside `[0]`. U+FFFC is a symbol, so it is in no block.
  const blanks: string[] = block.match(/\[\d+\]/g) ?? [];
  const opened = Array.from(sentences.segment(block.replace(/\[\d+\]/g, '\ufffc')), ({ segment }) => {
    const mark = /([?!])[?!"»”’)\ufffc\s]*$/.exec(segment)?.[1];
    if (!mark || /[¿¡]/.test(segment)) return segment;
    return segment.replace(/^((?:\\.|[^\p{L}\p{N}\\])*)(?=[\p{L}\p{N}])/u, `$1${mark === '?' ? '¿' : '¡'}`);
  });
  return opened.join('').replaceAll('\ufffc', () => blanks.shift() ?? '');
}

const sentences = new Intl.Segmenter('es', { granularity: 'sentence' });

const notLanguage = joinPatterns([
  ...technicalPatterns,
  // Overlong words.
  /[\p{L}\p{M}\p{N}]{60,}/u,
  /[^\p{L}\p{M}\p{N}\p{Sc} .,;:!?¿¡'’"“”«»()\-–—…/%·][^\p{L}\p{N}\p{Sc} .,;:!?¿¡'’"“”«»()\-–—…/%·]*/u,
]);

function escapeStream(text: string): string {
  return text.replace(/[\\^$@/<>[\]{}]/g, '\\$&');
}

/** @returns undefined unless every protected part comes back once, in order */
function restore(translated: string, kept: readonly string[]): string | undefined {
  let next = 0;
  let isInOrder = true;
  const text = translated.replace(/\\(.)|\[(\d+)\]/gsu, (_, character?: string, index?: string) => {
    if (character !== undefined) return character;
    if (Number(index) !== next++) isInOrder = false;
    return kept[Number(index)] ?? '';
  });
  return isInOrder && next === kept.length ? text : undefined;
}

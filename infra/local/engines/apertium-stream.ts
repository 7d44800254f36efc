/** In Apertium's stream format, URLs, markup and symbols are numbered blanks, which the engine copies. */
export function protect(line: string) {
  const kept: string[] = [];
  const gaps: string[] = [];
  let end = 0;
  for (const match of line.matchAll(notLanguage)) {
    gaps.push(escapeStream(line.slice(end, match.index)));
    kept.push(match[0]);
    end = match.index + match[0].length;
  }
  gaps.push(escapeStream(line.slice(end)));
  return {
    block: joinGaps(gaps),
    /** Text around the protected parts. */ gaps,
    restore: (translated: string) => restore(translated, kept),
  };
}

export function joinGaps(gaps: readonly string[]): string {
  return gaps.map((gap, index) => (index === 0 ? gap : `[${index - 1}]${gap}`)).join('');
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

/** URLs, e-mail addresses, handles, tags, overlong words, and symbols. */
const notLanguage = new RegExp(
  [
    /(?:https?|ftp):\/\/[^\s<>"]*[^\s<>".,;:!?)'\]]/u,
    /www\.[^\s<>"]*[^\s<>".,;:!?)'\]]/u,
    /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u,
    /[@#][\p{L}\p{N}_]+/u,
    /<[/!?]?\p{L}[^<>]*>/u,
    /[\p{L}\p{M}\p{N}]{60,}/u,
    /[^\p{L}\p{M}\p{N}\p{Sc} .,;:!?¿¡'’"“”«»()\-–—…/%·][^\p{L}\p{N}\p{Sc} .,;:!?¿¡'’"“”«»()\-–—…/%·]*/u,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
  'gu',
);

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

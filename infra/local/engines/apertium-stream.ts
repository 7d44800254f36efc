import { bareHost } from '../../../shared/text/words.ts';

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

/** Addresses, paths, placeholders, code, markup, handles, overlong words, and symbols. The first that matches wins. */
const notLanguage = new RegExp(
  [
    // Markdown's code and link targets.
    /```[^\s`]*|`[^`]+`|\]\([^\s()]*\)/u,
    // {name}, {{ count }}, ${user}, %{user}, %(name)s, %s, %1$d
    /\{\{[^{}]*\}\}|[$%]?\{[^{}\s]+\}|%\(\w+\)[a-z]|%(?:\d+\$)?[a-z](?![\p{L}\p{N}])/u,
    // C:\Users, /usr/bin, ~/notes, ./run.sh
    /(?<![\p{L}\p{N}])\p{L}:\\[^\s<>"|?*]*[^\s<>"|?*.,;:!)]/u,
    /(?<![\p{L}\p{N}/])(?:~|\.{1,2})?(?:\/[\p{L}\p{N}._-]*[\p{L}\p{N}_])+\/?/u,
    /(?:https?|ftp):\/\/[^\s<>"]*[^\s<>".,;:!?)'\]]/u,
    /www\.[^\s<>"]*[^\s<>".,;:!?)'\]]/u,
    /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u,
    /[@#][\p{L}\p{N}_]+/u,
    /<[/!?]?\p{L}[^<>]*>/u,
    /[\p{L}\p{M}\p{N}]{60,}/u,
    new RegExp(`${bareHost.source}(?:[/:?#][^\\s<>"]*[^\\s<>".,;:!?)'\\]])?`, 'u'),
    /[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)*\.(?:txt|md|pdf|docx?|xlsx?|csv|json|html?|css|[jt]sx?|py|sh|exe|zip|png|jpe?g|svg|mp[34])(?![\p{L}\p{N}])/u,
    /[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+/u,
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

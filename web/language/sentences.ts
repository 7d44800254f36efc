import { shownLanguage } from './shown-language.ts';

/** One after the other, apart as the shown language writes them: Japanese and Chinese need no space. */
export function joinSentences(...sentences: readonly (string | undefined)[]): string {
  return sentences.filter((sentence) => sentence !== undefined).join(gap);
}

const gap: string = ['ja', 'zh'].includes(shownLanguage) ? '' : ' ';

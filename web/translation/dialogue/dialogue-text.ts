import { findLanguage } from '../../../shared/languages.ts';
import type { Turn } from './dialogue.ts';

/** What was said, in order, each turn in both languages: `Spanish: ¿Dónde está la estación?` */
export function textOf(turns: readonly Turn[]): string {
  return turns
    .filter(({ text }) => text !== '')
    .map(({ text, language, translation, translationLanguage }) =>
      [lineOf(language, text), translation !== undefined && lineOf(translationLanguage, translation)]
        .filter(Boolean)
        .join('\n'),
    )
    .join('\n\n');
}

/** The same as a file, which says what it is and of when. */
export function fileOf(turns: readonly Turn[], date: Date): { file: Blob; name: string } {
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' }).format(date);
  const [year, month, dayOfMonth] = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  const text = `Parley conversation, ${day}\n\n${textOf(turns)}\n`;
  return {
    file: new Blob([text], { type: 'text/plain;charset=utf-8' }),
    name: `parley-conversation-${year}-${month}-${dayOfMonth}.txt`,
  };
}

function lineOf(language: string, text: string): string {
  return `${findLanguage(language)?.name}: ${text}`;
}

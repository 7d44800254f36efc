import { findLanguage } from '../../../shared/languages.ts';
import type { Turn } from './dialogue.ts';

export function formatTurns(turns: readonly Turn[]): string {
  return turns
    .filter(({ text }) => text !== '')
    .map(({ text, language, translation, translationLanguage }) =>
      [formatLine(language, text), translation !== undefined && formatLine(translationLanguage, translation)]
        .filter(Boolean)
        .join('\n'),
    )
    .join('\n\n');
}

export function createFile(turns: readonly Turn[], date: Date): { file: Blob; name: string } {
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' }).format(date);
  const [year, month, dayOfMonth] = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  const text = `Parley conversation, ${day}\n\n${formatTurns(turns)}\n`;
  return {
    file: new Blob([text], { type: 'text/plain;charset=utf-8' }),
    name: `parley-conversation-${year}-${month}-${dayOfMonth}.txt`,
  };
}

function formatLine(language: string, text: string): string {
  return `${findLanguage(language)?.name}: ${text}`;
}

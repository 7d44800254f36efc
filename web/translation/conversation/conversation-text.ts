import { findLanguage } from '../../../shared/languages.ts';
import { nameFile } from '../../browser/download.ts';
import * as texts from '../../texts/conversation.ts';
import type { Turn } from './conversation.ts';

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

export function createTextFile(turns: readonly Turn[], date: Date): { file: Blob; name: string } {
  const dateTime = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' }).format(date);
  const text = `${texts.fileTitle(dateTime)}\n\n${formatTurns(turns)}\n`;
  return {
    file: new Blob([text], { type: 'text/plain;charset=utf-8' }),
    name: nameFile('conversation', date, 'txt'),
  };
}

function formatLine(language: string, text: string): string {
  return `${findLanguage(language)?.name}: ${text}`;
}

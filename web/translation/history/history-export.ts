import { findLanguage } from '../../../shared/languages.ts';
import type { Sheet } from '../../charts/csv.ts';
import type { KeptTranslation } from './history-entries.ts';

/** @param day of the export, in the reader's time zone */
export function historySheet(translations: readonly KeptTranslation[], day: Date): Sheet {
  return {
    fileName: nameFile(day, 'csv'),
    rows: [
      ['Time', 'From', 'To', 'Text', 'Translation', 'Starred'],
      ...translations.map(
        ({ createdAt, sourceLanguage, targetLanguage, text, translatedText, isStarred }) => [
          createdAt,
          nameOf(sourceLanguage),
          nameOf(targetLanguage),
          text,
          translatedText,
          isStarred ? 'yes' : '',
        ],
      ),
    ],
  };
}

export function historyFile(translations: readonly KeptTranslation[]): Blob {
  const plain = translations.map(
    ({ id, createdAt, sourceLanguage, targetLanguage, text, translatedText, isStarred }) => ({
      id,
      createdAt,
      sourceLanguage,
      targetLanguage,
      text,
      translatedText,
      isStarred,
    }),
  );
  return new Blob([JSON.stringify({ translations: plain }, null, 2)], { type: 'application/json' });
}

export function nameFile(date: Date, kind: 'csv' | 'json'): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `parley-history-${year}-${month}-${day}.${kind}`;
}

function nameOf(code: string): string {
  return findLanguage(code)?.name ?? code;
}

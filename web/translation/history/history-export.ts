import { findLanguage } from '../../../shared/languages.ts';
import { createJsonFile, nameFile } from '../../browser/download.ts';
import type { Sheet } from '../../charts/csv.ts';
import type { KeptTranslation } from './history-entries.ts';

export function createHistorySheet(translations: readonly KeptTranslation[], date: Date): Sheet {
  return {
    fileName: nameFile('history', date, 'csv'),
    rows: [
      ['Time', 'From', 'To', 'Text', 'Translation', 'Starred'],
      ...translations.map(
        ({ createdAt, sourceLanguage, targetLanguage, text, translatedText, isStarred }) => [
          createdAt,
          findLanguage(sourceLanguage)?.name ?? sourceLanguage,
          findLanguage(targetLanguage)?.name ?? targetLanguage,
          text,
          translatedText,
          isStarred ? 'yes' : '',
        ],
      ),
    ],
  };
}

/** Without the fields that only synchronise. */
export function createHistoryFile(translations: readonly KeptTranslation[]): Blob {
  return createJsonFile({
    translations: translations.map(
      ({ id, createdAt, sourceLanguage, targetLanguage, text, translatedText, isStarred }) => ({
        id,
        createdAt,
        sourceLanguage,
        targetLanguage,
        text,
        translatedText,
        isStarred,
      }),
    ),
  });
}

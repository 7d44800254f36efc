import { writeCsv } from '../../browser/csv.ts';
import { createJsonFile } from '../../browser/download.ts';
import { capitalise, getName } from '../../language/language-name.ts';
import * as texts from '../../texts/history.ts';
import type { SavedTranslation } from './history-entries.ts';

export function createHistoryFile(translations: readonly SavedTranslation[], kind: 'csv' | 'json'): Blob {
  return kind === 'csv'
    ? createCsvFile(translations)
    : createJsonFile({ translations: translations.map(pickExportedFields) });
}

function createCsvFile(translations: readonly SavedTranslation[]): Blob {
  const rows = translations.map(
    ({ createdAt, sourceLanguage, targetLanguage, text, translatedText, isStarred }) => [
      createdAt,
      capitalise(getName(sourceLanguage)),
      capitalise(getName(targetLanguage)),
      text,
      translatedText,
      isStarred ? texts.csvStarred : '',
    ],
  );
  return new Blob([writeCsv([texts.csvHeadings, ...rows])], { type: 'text/csv' });
}

/** Omits the fields used only for syncing. */
function pickExportedFields(translation: SavedTranslation): SavedTranslation {
  const { id, createdAt, sourceLanguage, targetLanguage, text, translatedText, isStarred } = translation;
  return { id, createdAt, sourceLanguage, targetLanguage, text, translatedText, isStarred };
}

import papa from 'papaparse';
import { download } from '../browser/download.ts';
import { toasts } from '../components/toasts/toasts.ts';

/** A table for a spreadsheet. */
export interface Sheet {
  /** With its `.csv`. */
  readonly fileName: string;
  /** The first one holds the headings. Null is an empty cell. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Hands a sheet to the browser and says so. */
export function takeCsv(sheet: Sheet): void {
  download(new Blob([writeCsv(sheet)], { type: 'text/csv' }), sheet.fileName);
  toasts.show({ title: 'Downloaded', description: `${sheet.fileName} is among your downloads.` });
}

/** @returns what Excel takes for UTF-8, too. What a spreadsheet would run as a formula is text in it */
export function writeCsv({ rows }: Sheet): string {
  return byteOrderMark + papa.unparse(rows, { escapeFormulae: formula });
}

const byteOrderMark = '\uFEFF';

/** How what runs as a formula begins, also behind what a spreadsheet takes away; in Japanese ones by wide signs, too. */
const formula = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/;

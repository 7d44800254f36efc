import papa from 'papaparse';
import { download } from '../browser/download.ts';
import { toasts } from '../components/toasts/toasts.ts';

export interface Sheet {
  readonly fileName: string;
  /** Headings first. Null is an empty cell. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

export function downloadCsv(sheet: Sheet): void {
  download(new Blob([writeCsv(sheet)], { type: 'text/csv' }), sheet.fileName);
  toasts.show({ title: 'Downloaded', description: `Saved ${sheet.fileName} to Downloads.` });
}

export function writeCsv({ rows }: Sheet): string {
  return byteOrderMark + papa.unparse(rows, { escapeFormulae: formula });
}

const byteOrderMark = '\uFEFF';

/** How formulas begin, also after whitespace; Japanese spreadsheets accept wide signs. */
const formula = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/;

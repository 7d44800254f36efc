import papa from 'papaparse';

/** @param rows the first one has the headings */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return byteOrderMark + papa.unparse(rows, { escapeFormulae: formula });
}

const byteOrderMark = '\uFEFF';

/** Starts of formulas, also after whitespace. Japanese spreadsheets accept full-width signs. */
const formula = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/;

import papa from 'papaparse';

/** @param rows headings first */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return byteOrderMark + papa.unparse(rows, { escapeFormulae: formula });
}

const byteOrderMark = '\uFEFF';

/** Beginnings of formulas, also after whitespace; Japanese spreadsheets accept full-width signs. */
const formula = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/;

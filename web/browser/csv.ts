import papa from 'papaparse';

/** @param rows headings first */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return byteOrderMark + papa.unparse(rows, { escapeFormulae: formula });
}

const byteOrderMark = '\uFEFF';

/** How formulas begin, also after whitespace; Japanese spreadsheets accept wide signs. */
const formula = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/;

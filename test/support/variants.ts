/**
 * Rows that try one rule in several sizes, languages or kinds of loss. `npm test` tries the first row, which should be
 * the hardest, and `npm run prove -- variants` all.
 */
export function variants<Row>(rows: readonly Row[]): readonly Row[] {
  return process.env.VARIANTS === 'all' ? rows : rows.slice(0, 1);
}

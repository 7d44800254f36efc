/** Its own types depend on Node's. */
declare module 'papaparse' {
  const papa: {
    unparse(rows: readonly (readonly unknown[])[], options: { escapeFormulae: RegExp }): string;
  };
  export default papa;
}

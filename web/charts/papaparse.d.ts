/** Its package of types brings Node's along, and a page has nothing of Node's. */
declare module 'papaparse' {
  const papa: {
    unparse(rows: readonly (readonly unknown[])[], options: { escapeFormulae: RegExp }): string;
  };
  export default papa;
}

/** @returns what is wrong with the flags among these words, in a sentence; Vitest itself prints a stack */
export async function findWrongVitestFlag(words: readonly string[]): Promise<string | undefined> {
  if (!words.some((word) => word.startsWith('-'))) return undefined;
  // Loading it takes a second.
  const { createCLI } = await import('vitest/node');
  const cli = createCLI();
  try {
    cli.parse(['node', 'vitest', 'run', ...words], { run: false });
    cli.matchedCommand?.checkUnknownOptions();
    cli.matchedCommand?.checkOptionValue();
    return undefined;
  } catch (error) {
    return `Vitest: ${(error as Error).message}. \`npx vitest --help\` lists its flags.`;
  }
}

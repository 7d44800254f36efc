/** Waits until the built site is current. Outside a run of Vitest, Parley itself builds it. */
export async function siteIsBuilt(): Promise<void> {
  if (process.env.PARLEY_SHARED) await ask('/site');
}

/** Waits until the functions' bundles are current. Outside a run of Vitest, `ensureBundles` makes them. */
export async function functionsAreBundled(): Promise<void> {
  if (process.env.PARLEY_SHARED) await ask('/bundles');
}

/** Waits until the synthesised templates are current. Outside a run of Vitest, `makeTemplates` makes them. */
export async function templatesAreMade(): Promise<void> {
  if (process.env.PARLEY_SHARED) await ask('/templates');
}

/**
 * Asks the global set-up of Vitest, `shared-server.ts`.
 *
 * @throws Error with the reason if something cannot be built or started
 */
export async function ask(path: string): Promise<unknown> {
  const response = await fetch(`${process.env.PARLEY_SHARED}${path}`);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

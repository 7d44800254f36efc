import type { RunningParley } from './system.ts';

type SharedParley = Pick<RunningParley, 'url' | 'login' | 'dynamodb'> & { readonly stripe: string };

/**
 * The Parley that the test files of a run share: the first import starts it. Tests that break something, or need other
 * flags, call `startParley` instead.
 */
export const sharedParley = (await askSharedServer('/parley')) as SharedParley;

/** @throws Error with the reason if it cannot be built or started */
async function askSharedServer(path: string): Promise<unknown> {
  const response = await fetch(`${process.env.PARLEY_SHARED}${path}`);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

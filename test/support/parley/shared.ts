import { ask } from './built.ts';
import type { RunningParley } from './system.ts';

type SharedParley = Pick<RunningParley, 'url' | 'login' | 'dynamodb'> & { readonly stripe: string };

/**
 * The Parley that the test files of a run share: the first import starts it. Tests that break something, or need other
 * flags, call `startParley` instead.
 */
export const sharedParley = (await ask('/parley')) as SharedParley;

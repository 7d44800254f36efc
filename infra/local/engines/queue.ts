import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { runOnce } from './process-group.ts';

/**
 * `runOnce`, with as many programs at the same time as the machine has cores: more would only slow each other
 * down until all of them are out of time. On a single core there are two, so that one that hangs does not hold
 * up all others. The time of `timeoutMs` begins when the program does.
 */
export const runQueued: typeof runOnce = (command, args, options) =>
  queue(() => runOnce(command, args, options));

const queue = pLimit(Math.max(2, availableParallelism()));

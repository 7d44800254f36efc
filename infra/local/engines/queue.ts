import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { runOnce } from './process-group.ts';

/**
 * `runOnce`, with as many programs at the same time as the machine has cores: more would only slow each other
 * down until all of them are out of time. The time of `timeoutMs` begins when the program does.
 */
export const runQueued: typeof runOnce = (command, args, options) =>
  queue(() => runOnce(command, args, options));

const queue = pLimit(availableParallelism());

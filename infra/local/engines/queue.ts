import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { runOnce } from './process-group.ts';

/** `runOnce` with one program per core, and at least two, so one that hangs does not block all. */
export const runQueued: typeof runOnce = (command, args, options) =>
  queue(() => runOnce(command, args, options));

const queue = pLimit(Math.max(2, availableParallelism()));

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Ends a process, and waits until it is gone. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

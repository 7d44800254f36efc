import { readdirSync, readFileSync } from 'node:fs';

/** Marks everything that a process starts: pass it as environment, look it up with `processesOf`. */
export function processMark(): { env: Record<string, string>; mark: string } {
  const mark = `parley-test-${crypto.randomUUID()}`;
  return { mark, env: { PARLEY_TEST_MARK: mark } };
}

/** The running processes that inherited the mark. */
export function processesOf(mark: string): { pid: number; name: string }[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)) return [];
      return [{ pid: Number(pid), name: readFileSync(`/proc/${pid}/comm`, 'utf8').trim() }];
    } catch {
      return []; // It has ended, or belongs to another user.
    }
  });
}

/**
 * Sends a signal to the processes of that name (its first 15 characters) that inherited the mark.
 *
 * @returns how many there were
 */
export function signalProcesses(mark: string, name: string, signal: NodeJS.Signals): number {
  const found = processesOf(mark).filter((each) => each.name === name.slice(0, 15));
  return found.filter(({ pid }) => isStillThere(pid, signal)).length;
}

/** A process that ends may end later ones in the list. */
function isStillThere(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

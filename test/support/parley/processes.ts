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

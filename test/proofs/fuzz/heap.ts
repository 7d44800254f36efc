import { readFileSync } from 'node:fs';
import { openInspector } from '../../support/parley/inspector.ts';
import type { RunningParley } from '../../support/parley/system.ts';

export async function openHeap(parley: RunningParley) {
  const { ask, collectGarbage, close } = await openInspector(parley);
  return {
    /** Bytes after garbage collection, and bytes by the kernel's count. */
    measure: async () => {
      await collectGarbage();
      const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
      const { result } = (await ask('Runtime.evaluate', { expression, returnByValue: true })) as Evaluated;
      return { heldBytes: result.value, residentBytes: residentBytes(parley.pid) };
    },
    close,
  };
}

function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
}

interface Evaluated {
  readonly result: { readonly value: number };
}

import { readFileSync } from 'node:fs';
import { openInspector } from '../../support/parley/inspector.ts';
import type { RunningParley } from '../../support/parley/system.ts';

export interface Vitals {
  readonly atMs: number;
  readonly residentBytes: number;
  readonly cpuMs: number;
}

export function watchVitals(pid: number): { readonly seen: readonly Vitals[]; stop(): void } {
  const startedAt = performance.now();
  const seen: Vitals[] = [];
  const look = () => {
    const vitals = readVitals(pid);
    if (vitals) seen.push({ atMs: performance.now() - startedAt, ...vitals });
  };
  look();
  const timer = setInterval(look, 1_000);
  return {
    seen,
    stop: () => {
      clearInterval(timer);
      look();
    },
  };
}

/** Bytes in the heap after garbage collection, of a Parley that was started with `inspected`. */
export async function heapInUse(parley: RunningParley): Promise<number> {
  const { ask, collectGarbage, close } = await openInspector(parley);
  try {
    await collectGarbage();
    const { usedSize } = (await ask('Runtime.getHeapUsage')) as { usedSize: number };
    return usedSize;
  } finally {
    close();
  }
}

/** proc(5): pages and clock ticks are 4 KiB and 10 ms on every Linux that Node runs on for x64 and arm64. */
function readVitals(pid: number): Omit<Vitals, 'atMs'> | undefined {
  const stat = statOf(pid);
  if (stat === undefined) return undefined;
  // The name, which is second, may hold spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [userTicks, systemTicks, residentPages] = [fields[11], fields[12], fields[21]].map(Number);
  return { residentBytes: (residentPages ?? 0) * 4_096, cpuMs: ((userTicks ?? 0) + (systemTicks ?? 0)) * 10 };
}

function statOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined; // It has ended.
  }
}

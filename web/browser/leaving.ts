import { activateNewestWorker } from './worker/waiting-worker.ts';

export interface LeaveGuard {
  save(reason: LeaveReason): void;
  isBusy(): boolean;
}

/** `error`: a part of the page broke, and goes. `logout`: the next person must not find anything. */
export type LeaveReason = 'login' | 'logout' | 'reload' | 'error';

export function addLeaveGuard(guard: LeaveGuard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

export function saveBeforeLeaving(reason: LeaveReason): void {
  for (const guard of guards) guard.save(reason);
}

export function isBusy(): boolean {
  return [...guards].some((guard) => guard.isBusy());
}

/** Reloads with the newest files: those of an older service worker may refer to scripts that are gone. */
export function reload(): void {
  void activateNewestWorker().then(() => {
    saveBeforeLeaving('reload');
    location.reload();
  });
}

const guards = new Set<LeaveGuard>();

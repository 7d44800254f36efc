export interface LeaveGuard {
  save(reason: LeaveReason): void;
  isBusy(): boolean;
}

export type LeaveReason = 'login' | 'reload';

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

export function reload(): void {
  saveBeforeLeaving('reload');
  location.reload();
}

const guards = new Set<LeaveGuard>();

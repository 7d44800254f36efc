export interface LeaveGuard {
  save(destination: Destination): void;
  isBusy(): boolean;
}

export type Destination = 'login' | 'reload';

export function addLeaveGuard(guard: LeaveGuard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

export function saveBeforeLeaving(destination: Destination): void {
  for (const guard of guards) guard.save(destination);
}

export function isBusy(): boolean {
  return [...guards].some((guard) => guard.isBusy());
}

export function reload(): void {
  saveBeforeLeaving('reload');
  location.reload();
}

const guards = new Set<LeaveGuard>();

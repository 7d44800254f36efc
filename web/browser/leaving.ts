export interface LeaveGuard {
  keep(destination: Destination): void;
  isBusy(): boolean;
}

export type Destination = 'login' | 'reload';

export function beforeLeaving(guard: LeaveGuard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

export function keepBeforeLeaving(destination: Destination): void {
  for (const guard of guards) guard.keep(destination);
}

export function isBusy(): boolean {
  return [...guards].some((guard) => guard.isBusy());
}

export function reload(): void {
  keepBeforeLeaving('reload');
  location.reload();
}

const guards = new Set<LeaveGuard>();

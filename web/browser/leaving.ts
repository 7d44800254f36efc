/** Protects data or work that leaving the document would lose. */
export interface LeaveGuard {
  /** Saves data for the next document. */
  keep(destination: Destination): void;
  /** Whether leaving would interrupt something. */
  isBusy(): boolean;
}

export type Destination = 'login' | 'reload';

/** @returns stops it */
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

/** Reloads the page and keeps typed text. */
export function reload(): void {
  keepBeforeLeaving('reload');
  location.reload();
}

const guards = new Set<LeaveGuard>();

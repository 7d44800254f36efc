/** Something that would be lost by leaving the document. */
export interface Stayer {
  /** Saves state for the next document. */
  keep(destination: Destination): void;
  /** Whether leaving would interrupt something. */
  isBusy(): boolean;
}

export type Destination = 'login' | 'reload';

/** @returns stops it */
export function beforeLeaving(stayer: Stayer): () => void {
  stayers.add(stayer);
  return () => stayers.delete(stayer);
}

export function keepAll(destination: Destination): void {
  for (const stayer of stayers) stayer.keep(destination);
}

export function isBusy(): boolean {
  return [...stayers].some((stayer) => stayer.isBusy());
}

/** Reloads the page and keeps typed text. */
export function reload(): void {
  keepAll('reload');
  location.reload();
}

const stayers = new Set<Stayer>();

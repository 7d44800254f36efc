/** Something on the page that would be lost by leaving the document. */
export interface Stayer {
  /** Keeps for the next document what can be kept. */
  keep(destination: Destination): void;
  /** Whether leaving would break something off. */
  isBusy(): boolean;
}

/** `reload` comes back at once, to the same page. */
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

/** Loads the page anew, with what was typed. */
export function reload(): void {
  keepAll('reload');
  location.reload();
}

const stayers = new Set<Stayer>();

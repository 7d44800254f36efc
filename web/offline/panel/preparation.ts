import { addLeaveGuard } from '../../browser/leaving.ts';
import { createStore } from '../../browser/store.ts';
import { downloadModels, removePair } from '../models/download.ts';
import { DownloadFailed, type DownloadFault } from '../models/fetch-packed.ts';
import { downloadForBrowser } from '../translation/browser-translator.ts';
import { installLocalRecognition } from './local-recognition.ts';
import { type Readiness, refreshReadiness } from './readiness.ts';

/**
 * The one download of this page. It goes on while the panel is closed. `refused`: by the browser's translator.
 * `shared`: other pairs need all that was to be removed.
 */
export type Preparation =
  | { readonly state: 'idle' | 'cancelled' | 'done' | 'removed' | 'shared' }
  /** @property share 0 to 1; 0 also while nothing is known */
  | { readonly state: 'running'; readonly share: number }
  | { readonly state: 'failed'; readonly fault: DownloadFault | 'refused' | 'unknown' };

const store = createStore<Preparation>({ state: 'idle' });
let controller: AbortController | undefined;

export const preparation = { get: store.get, subscribe: store.subscribe };

addLeaveGuard({ save: () => {}, isBusy: () => store.get().state === 'running' });

/** Call this in the tap's event handler: browsers download only then. */
export async function prepare(source: string, target: string, readiness: Readiness): Promise<void> {
  if (store.get().state === 'running') return;
  controller = new AbortController();
  const { signal } = controller;
  store.set({ state: 'running', share: 0 });
  const onProgress = (share: number) => {
    if (!signal.aborted) store.set({ state: 'running', share: Math.min(share, 1) });
  };
  try {
    const { translation, recognition } = readiness;
    askForPersistence();
    await Promise.all([
      fetchTranslation(source, target, translation, { signal, onProgress }),
      recognition === 'downloadable' && installLocalRecognition(source, target, signal),
    ]);
    await finish({ state: 'done' });
  } catch (error) {
    await finish(signal.aborted ? { state: 'cancelled' } : { state: 'failed', fault: findFault(error) });
  }
}

export function cancelPreparation(): void {
  controller?.abort();
}

export async function removeOfflinePair(directions: readonly string[]): Promise<void> {
  const isShared = await removePair(directions);
  await finish({ state: isShared ? 'shared' : 'removed' });
}

/** Shows the outcome together with what is there now. */
async function finish(outcome: Preparation): Promise<void> {
  await refreshReadiness();
  store.set(outcome);
}

/** A pair is looked at anew. */
export function forgetPreparation(): void {
  if (store.get().state !== 'running') store.set({ state: 'idle' });
}

async function fetchTranslation(
  source: string,
  target: string,
  translation: Readiness['translation'],
  { signal, onProgress }: { signal: AbortSignal; onProgress(share: number): void },
): Promise<void> {
  if (translation.by === 'none' || translation.isReady) return;
  if (translation.by === 'browser') return downloadForBrowser(source, target, { signal, onProgress });
  const { models, missingBytes } = translation;
  await downloadModels(models, {
    signal,
    onProgress: (bytes) => onProgress(bytes / Math.max(missingBytes, 1)),
  });
}

/** Firefox asks the visitor, who may never answer. Others decide by themselves. */
function askForPersistence(): void {
  navigator.storage?.persist?.().then(refreshReadiness, () => {});
}

function findFault(error: unknown): DownloadFault | 'refused' | 'unknown' {
  if (error instanceof DownloadFailed) return error.fault;
  return error instanceof DOMException ? 'refused' : 'unknown';
}

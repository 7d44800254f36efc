import { areVariants, languages } from '../../../shared/languages.ts';
import { phrases } from '../../../shared/phrases.ts';
import { ApiError, ConnectionError } from '../../api.ts';
import { createStore } from '../../browser/store.ts';
import { deletePhraseCaches } from '../../offline/phrase-caches.ts';
import { canTranslate, type Health } from '../../system/health.ts';
import * as texts from '../../texts/phrases.ts';
import { readSavedPhrases, refreshOfflinePhrases, type SavedPhrases, savePhrases } from './phrasebook.ts';

interface SavingState {
  /** `finished` lasts until the page closes. */
  readonly phase: 'idle' | 'saving' | 'failed' | 'finished';
  readonly saved: number;
  readonly total: number;
  readonly problem: string | undefined;
}

const store = createStore<SavingState>({ phase: 'idle', saved: 0, total: 0, problem: undefined });
let running: AbortController | undefined;

/** Saves the phrases in all languages, one request at a time. Starting again continues with the missing ones. */
export const offlinePhrases = {
  get: store.get,
  subscribe: store.subscribe,
  updateProgress,
  async start(health: Health | undefined): Promise<void> {
    // Asks the browser not to evict the phrases.
    navigator.storage?.persist?.().catch(() => {});
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    const missing = await updateProgress(health);
    if (signal.aborted) return;
    change({ phase: 'saving', problem: undefined });
    const problem = await saveEach(missing, health, signal);
    if (!signal.aborted) change({ phase: problem ? 'failed' : 'finished', problem });
  },
  stop(): void {
    running?.abort();
    change({ phase: 'idle' });
  },
  async remove(health: Health | undefined): Promise<void> {
    offlinePhrases.stop();
    await deletePhraseCaches();
    refreshOfflinePhrases();
    await updateProgress(health);
  },
};

/** Groups of language variants that some phrase can be translated to. */
export function listSavable(health: Health | undefined): readonly (readonly string[])[] {
  return [...Map.groupBy(languages, ({ translate }) => translate).values()]
    .map((variants) => variants.map(({ code }) => code))
    .filter(([target = '']) =>
      phrases.some(
        ({ language }) => canTranslate(health, language, target) && !areVariants(language, target),
      ),
    );
}

async function saveEach(targets: readonly string[], health: Health | undefined, signal: AbortSignal) {
  let problem: string | undefined;
  let refusals = 0;
  for (const target of targets) {
    try {
      await savePhrases(target, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      problem = describeProblem(error);
      refusals += 1;
      if (!(error instanceof ApiError) || refusals === maxRefusals) break;
    }
    if (signal.aborted) return undefined;
    await updateProgress(health);
  }
  return problem;
}

const maxRefusals = 3;

/** @returns the languages that are not saved yet, one per group of variants */
async function updateProgress(health: Health | undefined): Promise<string[]> {
  const groups = listSavable(health);
  const found = await Promise.all(
    groups.map(async ([target = '']) => isCurrent(await readSavedPhrases(target))),
  );
  const saved = groups.filter((_, index) => found[index]).flat().length;
  change({ saved, total: groups.flat().length });
  return groups.flatMap(([target = ''], index) => (found[index] ? [] : [target]));
}

/** A phrase may have been reworded since. */
function isCurrent(saved: SavedPhrases | undefined): boolean {
  return (
    saved?.phrases.every(({ id, text }) => phrases.some((each) => each.id === id && each.text === text)) ??
    false
  );
}

function describeProblem(error: unknown): string {
  if (error instanceof ConnectionError) return texts.connectionLost;
  if (error instanceof ApiError) return texts.downloadFailed;
  if (error instanceof Error && error.name === 'QuotaExceededError') return texts.noSpace;
  return texts.cannotSave;
}

function change(changed: Partial<SavingState>): void {
  store.set({ ...store.get(), ...changed });
}

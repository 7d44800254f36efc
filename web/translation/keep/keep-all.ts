import { dayMs } from '../../../shared/dates.ts';
import { languages } from '../../../shared/languages.ts';
import { phrases } from '../../../shared/phrases.ts';
import { ApiError, ConnectionError } from '../../api.ts';
import { remember } from '../../browser/remembered.ts';
import { createStore } from '../../browser/store.ts';
import { forgetPhrases } from '../../offline/forget.ts';
import { canTranslate, type Health } from '../../system/health.ts';
import { isSavingData, keepPhrases, noteChange, readKept } from '../phrases/phrasebook.ts';

export interface Keeping {
  /** `finished` only until the page is left. */
  readonly phase: 'idle' | 'keeping' | 'failed' | 'finished';
  readonly kept: number;
  readonly total: number;
  readonly sinceMs: number | undefined;
  readonly problem: string | undefined;
}

/** Last request of the visitor: `none` after Stop. */
type Wish = 'all' | 'none';

const wish = remember('parley.phrasebook', (stored) => stored as Wish | undefined);
const store = createStore<Keeping>({
  phase: 'idle',
  kept: 0,
  total: 0,
  sinceMs: undefined,
  problem: undefined,
});
let round: AbortController | undefined;

/** Saves the phrases in all languages, one request at a time. Goes on after a reload unless it was stopped. */
export const keepAll = {
  get: store.get,
  subscribe: store.subscribe,
  /** Counts the saved languages, and continues if the visitor asked for it or installed the app. */
  async resume(health: Health, isInstalled: boolean): Promise<void> {
    await look(health);
    const last = wish.read();
    const isWanted = last === 'all' || (last === undefined && isInstalled && !isSavingData());
    if (isWanted && navigator.onLine && store.get().phase !== 'keeping') await keep(health);
  },
  async start(health: Health | undefined): Promise<void> {
    // Asks the browser not to evict the phrases.
    navigator.storage?.persist?.().catch(() => {});
    await keep(health);
  },
  stop(): void {
    wish.write('none');
    round?.abort();
    change({ phase: 'idle' });
  },
  async remove(health: Health | undefined): Promise<void> {
    keepAll.stop();
    await forgetPhrases();
    noteChange();
    await look(health);
  },
};

/** Groups of language variants that some phrase can be translated to. */
export function listKeepable(health: Health | undefined): readonly (readonly string[])[] {
  return [...Map.groupBy(languages, ({ translate }) => translate).values()]
    .map((alike) => alike.map(({ code }) => code))
    .filter(([target = '']) =>
      phrases.some(
        ({ language }) =>
          canTranslate(health, language, target) && !canTranslate(noEngines, language, target),
      ),
    );
}

/** With no engine, only a language and its variants remain translatable. */
const noEngines: Health = {
  status: 'ok',
  engines: {
    translation: { up: true, languages: [], pairs: [] },
    recognition: { up: false, languages: [] },
    speech: { up: false, languages: [] },
  },
};

async function keep(health: Health | undefined): Promise<void> {
  wish.write('all');
  const running = new AbortController();
  round?.abort();
  round = running;
  const { signal } = running;
  await look(health);
  const missing = await findMissing(health);
  if (signal.aborted) return;
  change({ phase: missing.length > 0 ? 'keeping' : 'idle', problem: undefined });
  let problem: string | undefined;
  let refusals = 0;
  for (const target of missing) {
    // Another tab stopped it, or the visitor's data was deleted.
    if (wish.read() !== 'all') return change({ phase: 'idle' });
    try {
      await keepPhrases(target, signal);
    } catch (error) {
      if (signal.aborted) return;
      problem = sentenceFor(error);
      refusals += 1;
      if (!(error instanceof ApiError) || refusals === mostRefusals) break;
    }
    if (signal.aborted) return;
    await look(health);
  }
  if (!signal.aborted && missing.length > 0) change({ phase: problem ? 'failed' : 'finished', problem });
}

const mostRefusals = 3;

async function findMissing(health: Health | undefined): Promise<string[]> {
  const targets = listKeepable(health).map(([target = '']) => target);
  const current = await Promise.all(targets.map(isCurrent));
  return targets.filter((_target, index) => !current[index]);
}

async function isCurrent(target: string): Promise<boolean> {
  const kept = await readKept(target);
  if (!kept || Date.now() - kept.keptAtMs > maxAgeMs) return false;
  return kept.phrases.every(({ id, text }) => phrases.some((each) => each.id === id && each.text === text));
}

const maxAgeMs = 30 * dayMs;

async function look(health: Health | undefined): Promise<void> {
  const groups = listKeepable(health);
  const found = await Promise.all(groups.map(([target = '']) => readKept(target)));
  const times = found.flatMap((kept) => kept?.keptAtMs ?? []);
  change({
    kept: groups.reduce((sum, group, index) => sum + (found[index] ? group.length : 0), 0),
    total: groups.flat().length,
    sinceMs: times.length > 0 ? Math.min(...times) : undefined,
  });
}

function sentenceFor(error: unknown): string {
  if (error instanceof ConnectionError) return 'The connection was lost.';
  if (error instanceof ApiError) return 'Some languages couldn’t be downloaded.';
  if (error instanceof Error && error.name === 'QuotaExceededError')
    return 'This device has no space left for Parley.';
  return 'Your browser doesn’t let Parley save anything. Private windows often don’t.';
}

function change(changed: Partial<Keeping>): void {
  store.set({ ...store.get(), ...changed });
}

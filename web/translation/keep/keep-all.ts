import { languages } from '../../../shared/languages.ts';
import { phrases } from '../../../shared/phrases.ts';
import { ApiError, ConnectionError } from '../../api.ts';
import { forgetPhrases } from '../../offline/forget.ts';
import { canTranslate, type Health } from '../../system/health.ts';
import { changes, keepPhrases, readKept, wantsLittle } from '../phrases/phrasebook.ts';

/** How it stands with keeping the phrases in all languages. */
export interface Keeping {
  /** `finished` has just ended well; on a later visit it rests. */
  readonly phase: 'resting' | 'keeping' | 'failed' | 'finished';
  /** Languages whose phrases are kept. */
  readonly kept: number;
  /** Languages that the phrases can be translated to here. */
  readonly total: number;
  /** When the first of them was kept. */
  readonly sinceMs: number | undefined;
  /** Why it has stopped, for people. */
  readonly problem: string | undefined;
}

/** Keeps the phrases in all languages, one request at a time. It goes on after a reload, unless it was stopped. */
export const keepAll = {
  get: (): Keeping => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Looks what is kept, and goes on where it was wanted: by a tap, or by installing the page as an app. */
  async resume(health: Health, isInstalled: boolean): Promise<void> {
    await look(health);
    const wish = readWish();
    const isWanted = wish === 'all' || (wish === null && isInstalled && !wantsLittle());
    if (isWanted && navigator.onLine && state.phase !== 'keeping') await keep(health);
  },
  /** Somebody has asked for it. */
  async start(health: Health | undefined): Promise<void> {
    // Browsers delete what was not asked for first. Not all answer.
    navigator.storage?.persist?.().catch(() => {});
    await keep(health);
  },
  stop(): void {
    writeWish('none');
    round?.abort();
    change({ phase: 'resting' });
  },
  /** Deletes what is kept, sounds as well. */
  async remove(health: Health | undefined): Promise<void> {
    keepAll.stop();
    await forgetPhrases();
    changes.dispatchEvent(new Event('kept'));
    await look(health);
  },
};

/** Languages to which some phrase can be translated here, those that are written alike together. */
export function worthKeeping(health: Health | undefined): readonly (readonly string[])[] {
  return [...Map.groupBy(languages, ({ translate }) => translate).values()]
    .map((alike) => alike.map(({ code }) => code))
    .filter(([target = '']) =>
      phrases.some(
        ({ language }) => canTranslate(health, language, target) && !canTranslate(nothing, language, target),
      ),
    );
}

/** Where no pair can be translated, what still can be is there already. */
const nothing: Health = {
  status: 'ok',
  engines: {
    translation: { up: true, languages: [], pairs: [] },
    recognition: { up: false, languages: [] },
    speech: { up: false, languages: [] },
  },
};

const listeners = new Set<() => void>();
let state: Keeping = { phase: 'resting', kept: 0, total: 0, sinceMs: undefined, problem: undefined };
let round: AbortController | undefined;

async function keep(health: Health | undefined): Promise<void> {
  writeWish('all');
  const running = new AbortController();
  round?.abort();
  round = running;
  const { signal } = running;
  await look(health);
  const missing = await missingOf(health);
  if (signal.aborted) return;
  change({ phase: missing.length > 0 ? 'keeping' : 'resting', problem: undefined });
  let problem: string | undefined;
  let refusals = 0;
  for (const target of missing) {
    // Another tab has stopped it, or what is held of its visitor was deleted.
    if (readWish() !== 'all') return change({ phase: 'resting' });
    try {
      await keepPhrases(target, signal);
    } catch (error) {
      if (signal.aborted) return;
      problem = sentenceFor(error);
      refusals += 1;
      // One language may be in trouble, but not all of them.
      if (!(error instanceof ApiError) || refusals === mostRefusals) break;
    }
    if (signal.aborted) return;
    await look(health);
  }
  if (!signal.aborted && missing.length > 0) change({ phase: problem ? 'failed' : 'finished', problem });
}

const mostRefusals = 3;

async function missingOf(health: Health | undefined): Promise<string[]> {
  const targets = worthKeeping(health).map(([target = '']) => target);
  const current = await Promise.all(targets.map(isCurrent));
  return targets.filter((_target, index) => !current[index]);
}

/** Kept not long ago, and worded as it is now. */
async function isCurrent(target: string): Promise<boolean> {
  const kept = await readKept(target);
  if (!kept || Date.now() - kept.keptAtMs > longMs) return false;
  return kept.phrases.every(({ id, text }) => phrases.some((each) => each.id === id && each.text === text));
}

const longMs = 30 * 86_400_000;

async function look(health: Health | undefined): Promise<void> {
  const groups = worthKeeping(health);
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
  if (error instanceof ApiError) return 'Some languages could not be fetched.';
  if (error instanceof Error && error.name === 'QuotaExceededError')
    return 'There is no room left on this device for Parley.';
  return 'This browser lets Parley keep nothing here. Private windows often do not.';
}

function change(changed: Partial<Keeping>): void {
  state = { ...state, ...changed };
  for (const listener of listeners) listener();
}

/** What was asked for last: `none` after it was stopped, so that nothing begins by itself again. */
type Wish = 'all' | 'none';

const wishKey = 'parley.phrasebook';
let wished: Wish | null = null;

/** Storage may be forbidden: the wish then lasts as long as the page. */
function readWish(): Wish | null {
  try {
    return localStorage.getItem(wishKey) as Wish | null;
  } catch {
    return wished;
  }
}

function writeWish(wish: Wish): void {
  wished = wish;
  try {
    localStorage.setItem(wishKey, wish);
  } catch {
    // Kept in memory alone.
  }
}

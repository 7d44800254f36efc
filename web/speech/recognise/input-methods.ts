import { canRecognise, type Health } from '../../system/health.ts';
import type { Browser } from '../browser.ts';

/** What turns speech into text: the browser's own recogniser, or the server's, which is sent recordings. */
export type InputMethod = 'browser' | 'server';

/**
 * What this session has found out about its methods. `out` lacks the language; `last` was the last to fail, and comes
 * after the other; `tried` has failed before that.
 *
 * Only this page remembers that a language is missing: reloading it asks the recogniser again.
 */
export const inputMethods = {
  standingOf: (method: InputMethod, language: string): Standing | undefined =>
    standings[`${method} ${language}`] ?? standings[method],
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** @param subject a method, or a method, a space and a language */
  remember(subject: string, standing: Standing): void {
    standings[subject] = standing;
    try {
      sessionStorage.setItem(key, JSON.stringify(standings, ofMethod));
    } catch {
      // Storage is forbidden: it is known as long as the page is open.
    }
    for (const listener of listeners) listener();
  },
};

type Standing = 'out' | 'last' | 'tried';

/** Whether anything here may understand speech in the language, as far as is known. */
export function canListen(language: string, browser: Browser, health: Health | undefined): boolean {
  return methodsFor(language, browser, health).length > 0;
}

/** The methods in the order in which they listen: the server's first for Premium, and the one that failed last at the end. */
export function methodsInOrder(
  language: string,
  browser: Browser,
  health: Health | undefined,
  hasPremium: boolean,
): InputMethod[] {
  const methods = methodsFor(language, browser, health);
  if (hasPremium) methods.reverse();
  const isLast = (method: InputMethod) => Number(inputMethods.standingOf(method, language) === 'last');
  return methods.sort((one, other) => isLast(one) - isLast(other));
}

/** The methods that may understand speech in the language. */
export function methodsFor(language: string, browser: Browser, health: Health | undefined): InputMethod[] {
  const methods: InputMethod[] = [];
  if (hasRecogniser(browser)) methods.push('browser');
  if (canRecognise(health, language)) methods.push('server');
  return methods.filter((method) => inputMethods.standingOf(method, language) !== 'out');
}

/** Apps on an iPhone's home screen have a recogniser that never hears anything. */
export function hasRecogniser({ device, isInstalled }: Browser): boolean {
  return (
    ('SpeechRecognition' in globalThis || 'webkitSpeechRecognition' in globalThis) &&
    !(device === 'iphone' && isInstalled)
  );
}

const key = 'parley.input-methods';
const listeners = new Set<() => void>();
const standings: Record<string, Standing> = readStored();

function ofMethod(subject: string, standing: unknown): unknown {
  return subject.includes(' ') ? undefined : standing;
}

function readStored(): Record<string, Standing> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(key) ?? '{}'));
  } catch {
    return {};
  }
}

import { remember } from '../../browser/remembered.ts';
import { createStore } from '../../browser/store.ts';
import { canRecognise, type Health } from '../../system/health.ts';
import type { Browser } from '../browser.ts';

/** The browser's own recogniser, or audio sent to the server. */
export type InputMethod = 'browser' | 'server';

export const inputMethods = {
  findStatus: (method: InputMethod, language: string): MethodStatus | undefined =>
    statuses.get()[`${method} ${language}`] ?? statuses.get()[method],
  subscribe: (listener: () => void): (() => void) => statuses.subscribe(listener),
  /** The method does not support the language. Forgotten on reload. */
  noteUnsupported(method: InputMethod, language: string): void {
    setStatus(`${method} ${language}`, 'unsupported');
  },
  /** The next tap starts with the other method. */
  noteFailure(method: InputMethod, language: string): void {
    const other = method === 'browser' ? 'server' : 'browser';
    if (inputMethods.findStatus(other, language) === 'failed-last') setStatus(other, 'failed-earlier');
    setStatus(method, 'failed-last');
  },
};

/** `unsupported`: for this language. `failed-last`: the latest to fail. `failed-earlier`: the other has failed since. */
type MethodStatus = 'unsupported' | 'failed-last' | 'failed-earlier';

export function canListen(language: string, browser: Browser, health: Health | undefined): boolean {
  return listMethods(language, browser, health).length > 0;
}

/**
 * The server comes first for Premium, else the browser. The method that failed last comes last. Without a connection,
 * only the browser may recognise.
 */
export function orderMethods(
  language: string,
  browser: Browser,
  health: Health | undefined,
  hasPremium: boolean,
): InputMethod[] {
  const methods = listMethods(language, browser, health);
  if (navigator.onLine === false) return methods;
  if (hasPremium) methods.reverse();
  const rank = (method: InputMethod) => Number(inputMethods.findStatus(method, language) === 'failed-last');
  return methods.sort((one, other) => rank(one) - rank(other));
}

export function listMethods(language: string, browser: Browser, health: Health | undefined): InputMethod[] {
  const methods: InputMethod[] = [];
  if (hasRecogniser(browser)) methods.push('browser');
  if (canRecognise(health, language)) methods.push('server');
  return methods.filter((method) => inputMethods.findStatus(method, language) !== 'unsupported');
}

/** On iPhones, the recogniser hears nothing in an installed app. */
export function hasRecogniser({ device, isInstalled }: Browser): boolean {
  return (
    ('SpeechRecognition' in globalThis || 'webkitSpeechRecognition' in globalThis) &&
    !(device === 'ios' && isInstalled)
  );
}

const remembered = remember<Record<string, MethodStatus>>('parley.input-methods', Object);
/** By method, or by method and language: `browser en-US`. */
const statuses = createStore(remembered.read());

function setStatus(subject: string, status: MethodStatus): void {
  const changed = { ...statuses.get(), [subject]: status };
  const stored = Object.entries(changed).filter(([each]) => !each.includes(' '));
  remembered.write(Object.fromEntries(stored));
  statuses.set(changed);
}

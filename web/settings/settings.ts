import { isLanguageCode } from '../../shared/languages.ts';
import { textSizes, themes } from '../../shared/limits.ts';
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import { remember } from '../browser/remembered.ts';
import { createStore, useStore } from '../browser/store.ts';
import { suggestPair } from './language-tags.ts';

/** `here` is a change on this page; `elsewhere` came from the server or another tab. */
type Origin = 'here' | 'elsewhere';

export type Field = keyof Settings;

export type Owner = 'guest' | 'user';

export interface LocalSettings {
  readonly settings: Settings;
  /** Fields changed in this browser that may not have reached the server. */
  readonly unsaved: readonly Field[];
  /** Undefined before the server's first answer. */
  readonly owner: Owner | undefined;
  /** When this browser last saved a change, in milliseconds since 1970. */
  readonly savedAt?: number | undefined;
}

export const settingsKey = 'parley.settings';

const validators: Readonly<Record<Field, (value: unknown) => boolean>> = {
  speechRate: (value) => isWithin(value, 5, 20),
  autoPlay: (value) => typeof value === 'boolean',
  micSensitivity: (value) => isWithin(value, 1, 10),
  defaultSourceLang: isCode,
  defaultTargetLang: isCode,
  theme: (value) => themes.some((each) => each === value),
  textSize: (value) => textSizes.some((each) => each === value),
  // An unknown one is never shown.
  interfaceLanguage: (value) => typeof value === 'string',
};

const remembered = remember(settingsKey, (stored) => stored);
const store = createStore<{ readonly local: LocalSettings; readonly origin: Origin }>({
  local: readLocal(),
  origin: 'elsewhere',
});

/** This browser's copy, available before the first paint. `settings-sync.ts` synchronises it with the server. */
export const settings = {
  get: (): Settings => store.get().local.settings,
  getLocal: (): LocalSettings => store.get().local,
  subscribe: store.subscribe,
  change(changed: Partial<Settings>): void {
    const { local } = store.get();
    const { settings, unsaved } = local;
    const fields = (Object.keys(changed) as Field[]).filter((field) => changed[field] !== settings[field]);
    if (fields.length === 0) return;
    const all = { ...settings, ...changed };
    saveLocal({ ...local, settings: all, unsaved: [...new Set([...unsaved, ...fields])] }, 'here');
  },
  replace(local: LocalSettings): void {
    saveLocal(local, 'elsewhere');
  },
};

export function useSettings(): Settings {
  return useStore(settings);
}

export function readLocal(): LocalSettings {
  return parseLocal(remembered.read() ?? suggestPair(navigator.languages ?? []));
}

export function parseLocal(stored: unknown): LocalSettings {
  const { unsaved, owner, savedAt, ...values } = Object(stored) as Record<string, unknown>;
  const fields = Object.entries(defaultSettings).map(([field, defaultValue]) => {
    const value = values[field];
    return [field, validators[field as Field](value) ? value : defaultValue];
  });
  return {
    settings: Object.fromEntries(fields),
    unsaved: Array.isArray(unsaved) ? unsaved.filter((field) => field in validators) : [],
    owner: owner === 'user' || owner === 'guest' ? owner : undefined,
    savedAt: Number(savedAt) || undefined,
  };
}

function saveLocal(local: LocalSettings, origin: Origin): void {
  const { settings, ...metadata } = local;
  remembered.write({ ...settings, ...metadata });
  store.set({ local, origin });
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

function isCode(value: unknown): boolean {
  return typeof value === 'string' && isLanguageCode(value);
}

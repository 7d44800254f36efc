import { defaultLanguages, isLanguageCode } from '../../shared/languages.ts';

export interface Settings {
  /** Tenths of the voice's own speed, 5 to 20. */
  readonly speechRate: number;
  readonly autoPlay: boolean;
  /** 1 to 10. */
  readonly micSensitivity: number;
  readonly defaultSourceLang: string;
  readonly defaultTargetLang: string;
}

export const defaultSettings: Settings = {
  speechRate: 10,
  autoPlay: true,
  micSensitivity: 5,
  defaultSourceLang: defaultLanguages.source,
  defaultTargetLang: defaultLanguages.target,
};

/** What the visitor prefers, kept in this browser. */
export const settings = {
  get(): Settings {
    current ??= parseSettings(readStored());
    return current;
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  change(changed: Partial<Settings>): void {
    current = { ...settings.get(), ...changed };
    store(JSON.stringify(current));
    for (const listener of listeners) listener();
  },
};

/** Reads what was kept; anything that is not a valid value is the default. */
export function parseSettings(kept: string | null): Settings {
  const found = parseObject(kept);
  return {
    speechRate: isWithin(found.speechRate, 5, 20) ? found.speechRate : defaultSettings.speechRate,
    autoPlay: typeof found.autoPlay === 'boolean' ? found.autoPlay : defaultSettings.autoPlay,
    micSensitivity: isWithin(found.micSensitivity, 1, 10)
      ? found.micSensitivity
      : defaultSettings.micSensitivity,
    defaultSourceLang: isCode(found.defaultSourceLang)
      ? found.defaultSourceLang
      : defaultSettings.defaultSourceLang,
    defaultTargetLang: isCode(found.defaultTargetLang)
      ? found.defaultTargetLang
      : defaultSettings.defaultTargetLang,
  };
}

const key = 'parley.settings';
const listeners = new Set<() => void>();
let current: Settings | undefined;

function parseObject(kept: string | null): Partial<Record<keyof Settings, unknown>> {
  try {
    const found: unknown = JSON.parse(kept ?? '{}');
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && isLanguageCode(value);
}

/** Storage may be forbidden: settings then last as long as the page. */
function readStored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Kept in memory alone.
  }
}

import { isLanguageCode } from '../../shared/languages.ts';
import { defaultSettings, type Settings } from '../../shared/settings.ts';

/**
 * What the visitor prefers: the copy in this browser, there before the first paint. Its other half is
 * `settings-sync.ts`, which comes when the page is idle and keeps it and the server's the same.
 */
export const settings = {
  get: (): Settings => kept().settings,
  kept,
  subscribe(listener: (origin: Origin) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** The visitor's own change. */
  change(changed: Partial<Settings>): void {
    const { settings, unsaved, owner } = kept();
    const fields = (Object.keys(changed) as Field[]).filter((field) => changed[field] !== settings[field]);
    if (fields.length === 0) return;
    keep({ settings: { ...settings, ...changed }, unsaved: [...new Set([...unsaved, ...fields])], owner });
    tell('here');
  },
  /** What is true from now on by the word of the server or of another tab. */
  replace(replaced: Kept): void {
    keep(replaced);
    tell('elsewhere');
  },
};

/** Where a change was made: on this page, or on the server or in another tab. */
export type Origin = 'here' | 'elsewhere';

export type Field = keyof Settings;

/** Whose settings they are. */
export type Owner = 'guest' | 'user';

/** What this browser keeps. */
export interface Kept {
  readonly settings: Settings;
  /** Fields that were changed in this browser and, as far as it knows, have not reached the server. */
  readonly unsaved: readonly Field[];
  /** Undefined before the server's first answer. */
  readonly owner: Owner | undefined;
}

export const settingsKey = 'parley.settings';

/** Reads what was kept; what is not a valid value is the default. */
export function parseKept(text: string | null): Kept {
  const { unsaved, owner, ...found } = parseObject(text);
  const fields = Object.entries(defaultSettings).map(([field, value]) => {
    const kept = found[field];
    return [field, isValid[field as Field](kept) ? kept : value];
  });
  return {
    settings: Object.fromEntries(fields),
    unsaved: Array.isArray(unsaved) ? unsaved.filter((field) => field in isValid) : [],
    owner: owner === 'user' || owner === 'guest' ? owner : undefined,
  };
}

const isValid: Readonly<Record<Field, (value: unknown) => boolean>> = {
  speechRate: (value) => isWithin(value, 5, 20),
  autoPlay: (value) => typeof value === 'boolean',
  micSensitivity: (value) => isWithin(value, 1, 10),
  defaultSourceLang: isCode,
  defaultTargetLang: isCode,
};

const listeners = new Set<(origin: Origin) => void>();
let current: Kept | undefined;

function kept(): Kept {
  current ??= parseKept(readStored());
  return current;
}

function keep(changed: Kept): void {
  current = changed;
  store(JSON.stringify({ ...changed.settings, unsaved: changed.unsaved, owner: changed.owner }));
}

function tell(origin: Origin): void {
  for (const listener of listeners) listener(origin);
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

function isCode(value: unknown): boolean {
  return typeof value === 'string' && isLanguageCode(value);
}

/** Storage may be forbidden: settings then last as long as the page. */
function readStored(): string | null {
  try {
    return localStorage.getItem(settingsKey);
  } catch {
    return null;
  }
}

function store(text: string): void {
  try {
    localStorage.setItem(settingsKey, text);
  } catch {
    // Kept in memory alone.
  }
}

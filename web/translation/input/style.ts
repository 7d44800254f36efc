import { findLanguage } from '../../../shared/languages.ts';
import { queryClient } from '../../queries.ts';
import { type Health, healthQuery } from '../../system/health.ts';

/** How translations are wanted; as they come, where nothing is said. */
export interface Style {
  readonly formality?: 'formal' | 'informal';
  readonly profanity?: 'mask';
}

/** What the visitor has chosen, kept in this browser alone. */
export const style = {
  get(): Style {
    chosen ??= parseStyle(readStored());
    return chosen;
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  change(changed: Style): void {
    chosen = changed;
    store(changed);
    for (const listener of listeners) listener();
  },
};

/** Adds to what is to be translated how it is wanted, where it can be had so. */
export async function styled<Words extends { targetLanguage: string }>(words: Words): Promise<Words & Style> {
  const wanted = style.get();
  if (Object.keys(wanted).length === 0) return words;
  // Without a connection the answer would be waited for, and nothing is asked anyway.
  const known = navigator.onLine
    ? await queryClient.ensureQueryData(healthQuery).catch(() => undefined)
    : undefined;
  return { ...words, ...within(wanted, offeredFor(known, words.targetLanguage)) };
}

/** What can be asked for in the language here; nothing as long as it is not known. */
export interface Offered {
  readonly formality: boolean;
  readonly profanity: boolean;
}

export function offeredFor(health: Health | undefined, target: string): Offered {
  const options = health?.engines.translation.options;
  const code = findLanguage(target)?.code ?? target;
  return {
    formality: options?.formality.includes(code) ?? false,
    profanity: options?.profanity.includes(code) ?? false,
  };
}

/** The part of a style that can be had. */
export function within({ formality, profanity }: Style, offered: Offered): Style {
  return {
    ...(formality && offered.formality && { formality }),
    ...(profanity && offered.profanity && { profanity }),
  };
}

/** Reads what was kept; what is no value of ours is nothing. */
export function parseStyle(text: string | null): Style {
  try {
    const { formality, profanity } = Object(JSON.parse(text ?? '{}'));
    return {
      ...((formality === 'formal' || formality === 'informal') && { formality }),
      ...(profanity === 'mask' && { profanity }),
    };
  } catch {
    return {};
  }
}

const key = 'parley.style';
const listeners = new Set<() => void>();
let chosen: Style | undefined;

/** Storage may be forbidden: what is chosen then lasts as long as the page. */
function readStored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(changed: Style): void {
  try {
    if (Object.keys(changed).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(changed));
  } catch {
    // Kept in memory alone.
  }
}

import { act, configure, fireEvent, screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import type { Settings } from '../../../shared/settings.ts';
import { healthOf } from './health.ts';
import { type Answers, type OpenPage, openPage } from './page.tsx';
import { active, guestWith } from './statuses.ts';
import { touch } from './touch.ts';

/**
 * Opens the translator, loads all its parts and stops the clock.
 * From then on, `pass` advances time, and `until` waits for promises.
 */
export async function openTranslator(options: TranslatorOptions = {}): Promise<OpenPage> {
  const { isPremium = false, settings, answers } = options;
  if (settings) localStorage.setItem('parley.settings', JSON.stringify(settings));
  const page = await openPage('/', {
    isSignedIn: isPremium,
    clock: 'manual',
    answers: {
      'billing.status': isPremium ? active : guestWith(3),
      'system.health': healthOf({ listens: ['en-US'], speaks: ['en-US', 'es', 'ca'] }),
      'translation.translate': (body) => ({ translatedText: translationOf(body) }),
      ...answers,
    },
  });
  // Loading takes no page time.
  const load = async (isThere: () => unknown) => {
    for (; !isThere(); await pass(1)) await vi.dynamicImportSettled();
  };
  await load(() => document.querySelector('#card-settings button'));
  tap('Settings');
  await load(() => screen.queryByText('Test speech'));
  await load(() => screen.queryByText('Talking'));
  await pass(50);
  return page;
}

interface TranslatorOptions {
  readonly isPremium?: boolean;
  readonly settings?: Partial<Settings>;
  readonly answers?: Answers;
}

/** Advances time after promises have settled. Loading takes no page time. */
export async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.dynamicImportSettled();
    await realTurn();
    await vi.advanceTimersByTimeAsync(ms);
    await realTurn();
    await vi.dynamicImportSettled();
  });
}

/** Waits for promises, with a millisecond of page time between checks. */
export async function until<Found>(look: () => Found): Promise<Found> {
  for (let looks = 0; ; looks += 1) {
    await act(async () => {
      await vi.dynamicImportSettled();
      await vi.advanceTimersByTimeAsync(1);
      await realTurn();
    });
    try {
      return look();
    } catch (error) {
      if (looks === mostLooks) throw error;
    }
  }
}

const mostLooks = 500;
const { setTimeout: realSetTimeout } = globalThis;
const realTurn = () => new Promise((resolve) => realSetTimeout(resolve));

// A failed check is repeated, so its error needs no picture of the page.
configure({ getElementError: (message) => new Error(message ?? '') });

/**
 * A button by its whole name. Queries by role take a tenth of a second in a page of this size.
 *
 * @param part of the page, by the name of its card
 */
export function button(name: string, part?: string): HTMLButtonElement {
  const buttons = [...(part ? card(part) : document).querySelectorAll('button')];
  const named = buttons.find((each) => (each.getAttribute('aria-label') ?? each.textContent) === name);
  if (!named) throw new Error(`There is no ${name} among ${buttons.map(({ textContent }) => textContent)}.`);
  return named;
}

/** Presses a button as a finger does. */
export function tap(name: string, part?: string): void {
  touch(button(name, part));
}

/** The toast that is shown, not what it tells screen readers. */
export function toast(title: string): HTMLElement {
  const shown = [...document.querySelectorAll<HTMLElement>('.toast')].find(({ textContent }) =>
    textContent?.includes(title),
  );
  if (!shown) throw new Error(`There is no toast ${title}.`);
  return shown;
}

export function typedText(): HTMLTextAreaElement {
  return screen.getByLabelText('Type your text');
}

export function translateTyped(text: string): void {
  fireEvent.change(typedText(), { target: { value: text } });
  tap('Translate Text');
}

/** A card of the page, by its title. */
export function card(title: string): HTMLElement {
  const section = [...document.querySelectorAll('section')].find(
    (each) => each.querySelector('h2')?.textContent === title,
  );
  if (!section) throw new Error(`There is no card ${title}.`);
  return section;
}

export async function untilTranslated(text: string | RegExp): Promise<void> {
  await until(() => within(screen.getByTestId('translation')).getByText(text));
}

/** Taps the record button, and waits until the recogniser listens. */
export async function beginToSpeak(): Promise<void> {
  tap('Start recording');
  await pass(1_000);
  await until(() => button('Stop recording'));
}

/** Lets the recogniser hear words; with a confidence they are final, and the last. */
export async function hear(words: string, confidence?: number): Promise<void> {
  await act(async () => {
    window.recogniser.hear([words], confidence);
    if (confidence !== undefined) window.recogniser.end();
  });
}

/** Answers of a server that understands streamed speech: some words at once, and all of them at the end. */
export function understand(interim: string, transcript: string): Answers {
  const end = Promise.withResolvers<void>();
  return {
    async 'speech.listen'() {
      await end.promise;
      return { transcript, confidence: 0.9, heardSeconds: 1, isFinished: true };
    },
    'speech.send-chunk'(form) {
      const isLast = (form as FormData).has('isLast');
      if (isLast) end.resolve();
      return { transcript: '', heardSeconds: 0, interim, spokenSeconds: 0, isOpen: !isLast, hasBegun: true };
    },
  };
}

/** Looks a text up in a dictionary; unknown texts stay unchanged. */
function translationOf(body: unknown): string {
  const { text } = body as { text: string };
  return dictionary[text] ?? text;
}

const dictionary: Readonly<Record<string, string>> = {
  'the house': 'la casa',
  'where is it': 'dónde está',
  'where is the train station': 'dónde está la estación de tren',
  'good night': 'buenas noches',
  'buenas noches': 'good night',
  'la mesa': 'the table',
};

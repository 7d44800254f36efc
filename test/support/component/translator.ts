import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { defaultSettings } from '../../../shared/settings.ts';
import type { Received } from '../../../web/api.ts';
import { installRecogniser } from '../browser/recogniser.ts';
import { healthOf } from './health.ts';
import { type Answers, type OpenPage, openPage, type PageOptions } from './page.tsx';
import { guestWith } from './statuses.ts';
import { touch } from './touch.ts';

/**
 * Opens the translator on engines that can do everything, with the cards that are always there.
 *
 * @param options `cards` that come later and are wanted as well: each costs every render
 */
export async function openTranslator(
  options: PageOptions & { address?: string; cards?: readonly Card[] } = {},
): Promise<OpenPage> {
  const { address = '/', cards = [] } = options;
  for (const card of Object.keys(laterCards) as Card[]) if (!cards.includes(card)) omitCard(card);
  const page = await openPage(address, { ...options, answers: { ...translatorAnswers, ...options.answers } });
  await waitFor(() => {
    if (!document.querySelector('[aria-label^="Notices"]')) throw new Error('There are no toasts yet.');
    screen.getByText('Conversation');
  });
  for (const card of cards) await openCard(card);
  await act(() => vi.dynamicImportSettled());
  return page;
}

/** Opens a section of the page, and waits for its content. */
export async function openCard(card: Card): Promise<void> {
  const row = await waitFor(() => {
    const found = document.querySelector<HTMLElement>(`#card-${card} button`);
    if (!found) throw new Error(`There is no ${card} yet.`);
    return found;
  });
  if (row.ariaExpanded !== 'true') fireEvent.click(row);
  await waitFor(() => {
    if (!document.getElementById(`card-${card}-content`)?.hasChildNodes())
      throw new Error(`${card} has no content yet.`);
  });
}

const laterCards = {
  'quick-actions': ['translation/phrases/phrases-panel', 'PhrasesPanel'],
  history: ['translation/history/history-panel', 'HistoryPanel'],
  settings: ['settings/settings-panel', 'SettingsPanel'],
  offline: ['offline/panel/offline-panel', 'OfflinePanel'],
  usage: ['billing/allowance/usage-panel', 'UsagePanel'],
  account: ['account/account-panel', 'AccountPanel'],
  'your-data': ['account/data-panel', 'DataPanel'],
} as const;

type Card = keyof typeof laterCards;

function omitCard(card: Card): void {
  if (card === 'settings') omitSync();
  const [module, component] = laterCards[card];
  vi.doMock(`../../../web/${module}.tsx`, () => ({ [component]: () => null }));
  onTestFinished(() => vi.doUnmock(`../../../web/${module}.tsx`));
}

/** Without its card, the settings are not synchronised either. */
function omitSync(): void {
  const module = '../../../web/settings/settings-sync.ts';
  vi.doMock(module, () => ({ SettingsSync: () => null, endSettingsSync: () => {} }));
  onTestFinished(() => vi.doUnmock(module));
}

const translatorAnswers: Answers = {
  'billing.status': guestWith(3),
  'system.health': healthOf(),
  'settings.read': defaultSettings,
  'settings.save': defaultSettings,
  'translation.list': { translations: [], cursor: null },
  'translation.translate': (body) => ({ translatedText: `${(body as { text: string }).text} (translated)` }),
};

/** Translations of an account, newest first. */
export function translationsOf(count: number): Received<'translation.list'>['translations'] {
  return Array.from({ length: count }, (_, index) => ({
    id: `01J000000000000000000000${String(count - index).padStart(2, '0')}`,
    text: `sentence ${count - index}`,
    translatedText: `frase ${count - index}`,
    sourceLanguage: 'en-US',
    targetLanguage: 'es-ES',
    createdAt: '2026-01-20T12:00:00.000Z',
    isStarred: false,
  }));
}

/** The text area of the page. */
export function typedText(): HTMLTextAreaElement {
  const areas = document.querySelectorAll<HTMLTextAreaElement>(
    '[aria-labelledby="card-speech-input"] textarea',
  );
  return areas[areas.length - 1] as HTMLTextAreaElement;
}

/** Sets the whole text at once, like a paste. */
export function type(text: string): void {
  fireEvent.change(typedText(), { target: { value: text } });
}

export async function translate(text: string): Promise<void> {
  type(text);
  press('Translate Text');
  await screen.findByTestId('translation');
  // The buttons below it are loaded later.
  await screen.findByText('Copy', { selector: 'button *' });
}

export function translation(): HTMLElement | null {
  return screen.queryByTestId('translation');
}

/** Presses a button as a finger does, by its name: its text or its label. */
export function press(name: string, part: ParentNode = document): void {
  const named = [...part.querySelectorAll('button')].find(
    ({ ariaLabel, textContent }) => (ariaLabel ?? textContent) === name,
  );
  if (!named) throw new Error(`There is no button ${name}.`);
  touch(named);
}

/** The pair of languages, by its codes. */
export function pair(): (string | undefined)[] {
  return [...document.querySelectorAll<HTMLElement>('[data-code]')].map(({ dataset }) => dataset.code);
}

export function focused(): string {
  const element = document.activeElement;
  // Its text would be that of the whole page.
  if (element === document.body) return '';
  const label = element instanceof HTMLTextAreaElement ? element.labels[0] : element;
  return (element?.getAttribute('aria-label') ?? label?.textContent ?? '').trim();
}

/** Installs a scripted recogniser; call it before the page is opened. */
export function giveRecogniser() {
  installRecogniser({ begins: true });
  onTestFinished(() => {
    for (const name of ['recogniser', 'SpeechRecognition', 'webkitSpeechRecognition'])
      Reflect.deleteProperty(globalThis, name);
  });
  const { recogniser } = window;
  return {
    listening: () => waitFor(() => expectTrue(recogniser.hasBegun)),
    hearing: (...parts: string[]) => act(async () => recogniser.hear(parts)),
    heard: (text: string, confidence = 0.9) =>
      act(async () => {
        recogniser.hear([text], confidence);
        recogniser.end();
      }),
    fail: (code: string) => act(async () => recogniser.fail(code)),
    starts: () => recogniser.starts,
  };
}

function expectTrue(isSo: boolean): void {
  if (!isSo) throw new Error('not yet');
}

/** Sets the user agent. Call it before opening the page. */
export function setUserAgent(userAgent: string): void {
  claim('userAgent', userAgent);
}

export function goOnline(isOnline: boolean): Promise<void> {
  claim('onLine', isOnline);
  // React Query outlives the page.
  onTestFinished(() => onlineManager.setOnline(true));
  return act(async () => void dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

function claim(name: 'userAgent' | 'onLine', value: unknown): void {
  Object.defineProperty(navigator, name, { configurable: true, value });
  onTestFinished(() => void Reflect.deleteProperty(navigator, name));
}

import * as texts from '../../texts/translator.ts';
import { copyTranslation } from '../result/copy-translation.ts';
import type { TranslatorEvent, TranslatorState } from '../translator/translator.ts';
import { undo } from '../translator/undo.ts';

export interface Shortcut {
  /** A lower-case Latin letter or `?`. */
  readonly key: string;
  readonly description: string;
  press(context: ShortcutContext): void;
}

interface ShortcutContext {
  readonly translator: TranslatorState;
  send(event: TranslatorEvent): void;
  openHelp(): void;
}

/** Browsers use none of these keys. A key presses its button, if there is one. */
export const shortcuts: readonly Shortcut[] = [
  { key: 'r', description: texts.record, press: () => pressButton('record') },
  {
    key: 't',
    description: texts.typeText,
    press: () =>
      document.querySelector<HTMLElement>('[aria-labelledby="card-speech-input"] textarea')?.focus(),
  },
  { key: 's', description: texts.swap, press: () => pressButton('swap') },
  { key: 'l', description: texts.listen, press: () => pressButton('speak') },
  { key: 'o', description: texts.showFullScreen, press: () => pressButton('show') },
  {
    key: 'c',
    description: texts.copyTranslation,
    press({ translator: { translation } }) {
      if (translation) copyTranslation(translation.text);
    },
  },
  {
    key: 'x',
    description: texts.clear,
    press: ({ translator, send }) =>
      send({ type: translator.text === '' ? 'translation-cleared' : 'text-cleared' }),
  },
  { key: 'z', description: texts.undoChange, press: ({ translator, send }) => undo(translator, send) },
  { key: '?', description: texts.showShortcuts, press: ({ openHelp }) => openHelp() },
];

export function findShortcut(pressed: Pressed): Shortcut | undefined {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.repeat || pressed.isComposing) return;
  const key = readKey(pressed);
  return shortcuts.find((shortcut) => shortcut.key === key);
}

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'isComposing'
>;

/** On non-Latin keyboards, the key's position decides. */
function readKey({ key, code }: Pressed): string {
  if (key === '؟' || key === '？') return '?';
  const isOtherScript = key.length === 1 && key > '\u007f';
  return isOtherScript ? code.replace(/^Key/, '').toLowerCase() : key.toLowerCase();
}

/** Text fields, and widgets that handle letters themselves. */
export function hasOwnKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(keyHandlers) !== null;
}

const keyHandlers = [
  'input:not([type="checkbox"], [type="range"])',
  'textarea',
  'select',
  '[contenteditable]',
  '[role="listbox"]',
  '[role="menu"]',
  'dialog',
  '[popover="auto"]',
].join();

function pressButton(name: string): void {
  document.querySelector<HTMLElement>(`[data-shortcut="${name}"]`)?.click();
}

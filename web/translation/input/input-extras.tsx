import { Fragment, memo, useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import { takeEarlyKey } from '../../browser/idle.ts';
import { useStore } from '../../browser/store.ts';
import { Toggle } from '../../components/controls/toggle.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { LengthNote } from '../../components/length-note.tsx';
import { shortcutSwitch, shortcutsHelp } from '../../settings/shortcut-switch.ts';
import * as texts from '../../texts/translator.ts';
import type { MachineProps } from '../translator/translator.ts';
import { useUndoToast } from '../translator/undo.ts';
import { findShortcut, hasOwnKeys, shortcuts } from './shortcuts.ts';
import { isMac } from './speech-input-card.tsx';

/** Undo, shortcuts and the note on long texts, which load on the first interaction. */
export const InputExtras = memo(function Extras({ translator, send }: MachineProps) {
  useUndoToast(translator, send);
  useEffect(watchKeyboard, []);
  return (
    <>
      <Shortcuts translator={translator} send={send} />
      <LengthNoteUnderText translator={translator} />
    </>
  );
});

/** Renders into the first load's placeholder under the text area. */
function LengthNoteUnderText({ translator }: Pick<MachineProps, 'translator'>) {
  const place = document.getElementById('length-note');
  const { length } = translator.text.trim();
  const max = translator.allowance.textCharacters;
  return place && length > max * nearlyFull && createPortal(<LengthNote length={length} max={max} />, place);
}

const nearlyFull = 0.9;

function Shortcuts({ translator, send }: MachineProps) {
  const isOn = useStore(shortcutSwitch);
  const isOpen = useStore(shortcutsHelp);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (isLeavingText(event)) return leaveText();
    if (!isOn || hasOwnKeys(event.target)) return;
    const shortcut = findShortcut(event);
    if (!shortcut) return;
    // Keeps the letter out of a field that gets the focus.
    event.preventDefault();
    shortcut.press({ translator, send, openHelp: () => shortcutsHelp.set(true) });
  });
  useEffect(() => {
    const early = takeEarlyKey();
    if (early) onKey(early);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      close();
    };
  }, []);

  if (!isOpen) return null;
  return (
    <Dialog title={texts.shortcutsTitle} onClose={close}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {shortcuts.map(({ key, description }) => (
          <Fragment key={key}>
            <dt>
              <Key name={key.toUpperCase()} />
            </dt>
            <dd className={isOn ? '' : 'text-muted line-through'}>{description}</dd>
          </Fragment>
        ))}
        <dt>
          <Key name={isMac ? '⌘' : 'Ctrl'} /> <Key name="Enter" />
        </dt>
        <dd>{texts.translateTyped}</dd>
        <dt>
          <Key name="Esc" />
        </dt>
        <dd>{texts.leaveText}</dd>
        <dt>
          <Key name="F8" />
        </dt>
        <dd>{texts.jumpToNotifications}</dd>
      </dl>
      <div className="mt-5 border-t border-line pt-4">
        <Toggle
          label={texts.singleKeys}
          hint={texts.singleKeysHint}
          isOn={isOn}
          onChange={shortcutSwitch.set}
        />
      </div>
    </Dialog>
  );
}

function Key({ name }: { name: string }) {
  return (
    <kbd className="inline-grid [font:inherit] h-8 min-w-8 place-items-center rounded-lg border border-edge bg-sunken px-2">
      <span className="text-sm font-semibold">{name}</span>
    </kbd>
  );
}

function isLeavingText({ key, target, isComposing }: KeyboardEvent): boolean {
  return key === 'Escape' && !isComposing && target instanceof HTMLTextAreaElement;
}

function close(): void {
  shortcutsHelp.set(false);
}

function leaveText(): void {
  document.getElementById('card-speech-input')?.focus({ preventScroll: true });
}

/** Sets `--keyboard` to the height of an on-screen keyboard that covers the page, as on iPhones. */
function watchKeyboard(): () => void {
  const view = window.visualViewport;
  if (!view) return () => {};
  const { style } = document.documentElement;
  const follow = () => {
    // Zooming makes the visual viewport smaller as well.
    const coveredPx = view.scale > 1 ? 0 : innerHeight - view.height - view.offsetTop;
    style.setProperty('--keyboard', `${Math.max(0, Math.round(coveredPx))}px`);
  };
  view.addEventListener('resize', follow);
  view.addEventListener('scroll', follow);
  return () => {
    view.removeEventListener('resize', follow);
    view.removeEventListener('scroll', follow);
    style.removeProperty('--keyboard');
  };
}

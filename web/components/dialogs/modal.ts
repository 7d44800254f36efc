import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/** The open modal dialogs. The browser makes everything outside the last one inert, and silent for screen readers. */
export const modals = {
  front: (): HTMLElement | undefined => opened.at(-1),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

const listeners = new Set<() => void>();
let opened: readonly HTMLElement[] = [];

function change(changed: readonly HTMLElement[]): void {
  opened = changed;
  for (const listener of listeners) listener();
}

/**
 * Opens a `dialog` element before everything else, as long as it is there, and gives the focus to what is to be read
 * first. Escape, and a phone's way back, ask to close it.
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  first: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  const askToClose = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const ask = (event: Event) => {
      // Not those of an element inside, such as a file picker's `cancel`.
      if (event.target !== element) return;
      event.preventDefault();
      askToClose();
    };
    const open = () => {
      element.showModal();
      first.current?.focus({ preventScroll: true });
    };
    // A second Escape closes it whatever `cancel` says; whoever is asked may still keep it open.
    const reopen = (event: Event) => {
      open();
      ask(event);
    };
    open();
    change([...opened, element]);
    element.addEventListener('cancel', ask);
    element.addEventListener('close', reopen);
    return () => {
      element.removeEventListener('cancel', ask);
      element.removeEventListener('close', reopen);
      element.close();
      change(opened.filter((other) => other !== element));
    };
  }, [dialog, first]);
}

import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { createStore } from '../../browser/store.ts';

/** The open modal dialogs. The browser makes everything outside the last one inert. */
export const modals = {
  front: (): HTMLElement | undefined => openModals.get().at(-1),
  subscribe: (listener: () => void): (() => void) => openModals.subscribe(listener),
};

const openModals = createStore<readonly HTMLElement[]>([]);

/** Opens a `dialog` element while it is mounted and focuses `first`. Escape and a phone's Back call `onClose`. */
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
      // File pickers fire `cancel` as well.
      if (event.target !== element) return;
      event.preventDefault();
      askToClose();
    };
    const open = () => {
      element.showModal();
      first.current?.focus({ preventScroll: true });
    };
    // A second Escape closes it in spite of `preventDefault`; `onClose` may still keep it open.
    const reopen = (event: Event) => {
      open();
      ask(event);
    };
    open();
    openModals.set([...openModals.get(), element]);
    element.addEventListener('cancel', ask);
    element.addEventListener('close', reopen);
    return () => {
      element.removeEventListener('cancel', ask);
      element.removeEventListener('close', reopen);
      element.close();
      openModals.set(openModals.get().filter((other) => other !== element));
    };
  }, [dialog, first]);
}

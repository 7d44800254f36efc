import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { createStore } from '../../browser/store.ts';

/** The browser makes everything outside the last one inert. */
export const openModals = createStore<readonly HTMLElement[]>([]);

/** Opens a `dialog` element while it is mounted and focuses `initialFocus`. Escape and a phone's Back call `onClose`. */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  initialFocus: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  const requestClose = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const onCancel = (event: Event) => {
      event.preventDefault();
      requestClose();
    };
    const open = () => {
      element.showModal();
      initialFocus.current?.focus({ preventScroll: true });
    };
    // A second Escape closes it despite `preventDefault`, but `onClose` may keep it open.
    const reopen = (event: Event) => {
      open();
      onCancel(event);
    };
    open();
    openModals.set([...openModals.get(), element]);
    element.addEventListener('cancel', onCancel);
    element.addEventListener('close', reopen);
    return () => {
      element.removeEventListener('cancel', onCancel);
      element.removeEventListener('close', reopen);
      element.close();
      openModals.set(openModals.get().filter((other) => other !== element));
    };
  }, [dialog, initialFocus]);
}

import { isForInputMethod } from '../../browser/input-method.ts';

/** Escape ends speech, wherever the focus is. Only the next Escape closes a dialog. @returns a function that ends this */
export function onEscape(stopSpeech: () => void): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isForInputMethod(event)) return;
    event.preventDefault();
    stopSpeech();
  };
  document.addEventListener('keydown', onKeyDown, true);
  return () => document.removeEventListener('keydown', onKeyDown, true);
}

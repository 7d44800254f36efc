import type { KeyboardEvent } from 'react';

/** Enter without Shift. Not while an IME is composing; in Safari only key code 229 reveals that. */
export function isSubmitKey({ key, shiftKey, nativeEvent, keyCode }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && keyCode !== 229;
}

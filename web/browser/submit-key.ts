import type { KeyboardEvent } from 'react';

/** Enter without Shift, unless an IME is composing, which Safari shows only by key code 229. */
export function isSubmitKey({ key, shiftKey, nativeEvent, keyCode }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && keyCode !== 229;
}

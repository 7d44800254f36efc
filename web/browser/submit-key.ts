import type { KeyboardEvent } from 'react';

/** Enter without Shift, and outside an input method, which only the key code shows in Safari. */
export function isSubmitKey({ key, shiftKey, nativeEvent, keyCode }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && keyCode !== 229;
}

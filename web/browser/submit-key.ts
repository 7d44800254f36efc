import type { KeyboardEvent } from 'react';

/** Enter without Shift. In an input method Enter takes a suggestion; in Safari only the key code shows that. */
export function isSubmitKey({ key, shiftKey, nativeEvent, keyCode }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && keyCode !== 229;
}

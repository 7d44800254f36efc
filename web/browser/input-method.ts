import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** Enter without Shift, unless it ends an input method's suggestion. */
export function isSubmitKey({ key, shiftKey, nativeEvent }: ReactKeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !isForInputMethod(nativeEvent);
}

/** Whether an input method takes the key. In Safari, only key code 229 shows that of the key that ends a composition. */
export function isForInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}

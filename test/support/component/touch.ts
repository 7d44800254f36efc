import { act, fireEvent } from '@testing-library/react';

/** Presses an element as a finger does: the focus moves to it, or to what holds it, or nowhere; then comes the click. */
export function touch(element: HTMLElement): void {
  fireEvent.pointerDown(element);
  fireEvent.pointerUp(element);
  if (fireEvent.mouseDown(element)) {
    const focusable = element.closest<HTMLElement>(focusables);
    act(() => (focusable ? focusable.focus() : (document.activeElement as HTMLElement).blur()));
  }
  fireEvent.mouseUp(element);
  fireEvent.click(element);
}

const focusables =
  'a[href], button:enabled, input:enabled, textarea:enabled, select:enabled, summary, dialog, [tabindex]';

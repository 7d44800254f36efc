import { type RefObject, useEffect, useRef } from 'react';
import { watchSizes } from '../browser/screen/sizes.ts';

/** Makes a box focusable while its content overflows, so that the keyboard can reach it. */
export function useFocusableScroll(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    return watchSizes([element, ...element.children], () => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      if (scrollWidth > clientWidth || scrollHeight > clientHeight) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    });
  }, []);
  return box;
}

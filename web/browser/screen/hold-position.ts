import { watchSizes } from './sizes.ts';

/** Keeps an element in place on the screen while the page's height changes, until the user acts. */
export function holdPosition(element: Element): void {
  const getTop = () => element.getBoundingClientRect().top;
  const top = getTop();
  const controller = new AbortController();
  const stopWatching = watchSizes([document.body], () =>
    scrollBy({ top: getTop() - top, behavior: 'instant' }),
  );
  const stop = () => {
    stopWatching();
    controller.abort();
  };
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    addEventListener(type, stop, { capture: true, passive: true, signal: controller.signal });
}

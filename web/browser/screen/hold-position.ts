/** Keeps an element in place on the screen while the page's height changes, until the user acts. */
export function holdPosition(element: Element): void {
  const getTop = () => element.getBoundingClientRect().top;
  const top = getTop();
  const observer = new ResizeObserver(() => scrollBy({ top: getTop() - top, behavior: 'instant' }));
  const controller = new AbortController();
  const stop = () => {
    observer.disconnect();
    controller.abort();
  };
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    addEventListener(type, stop, { capture: true, passive: true, signal: controller.signal });
  observer.observe(document.body);
}

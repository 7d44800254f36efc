export function holdPosition(element: Element): void {
  const findTop = () => element.getBoundingClientRect().top;
  const top = findTop();
  const observer = new ResizeObserver(() => scrollBy({ top: findTop() - top, behavior: 'instant' }));
  const controller = new AbortController();
  const stop = () => {
    observer.disconnect();
    controller.abort();
  };
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    addEventListener(type, stop, { capture: true, passive: true, signal: controller.signal });
  observer.observe(document.body);
}

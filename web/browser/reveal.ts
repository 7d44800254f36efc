/** Scrolls an element into view by the least amount, if a part of it is hidden. */
export function reveal(element: Element | null): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element?.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' });
}

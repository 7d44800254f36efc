export function reveal(element: Element | null): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element?.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' });
}

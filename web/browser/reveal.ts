export function reveal(element: Element | null, block: ScrollLogicalPosition = 'nearest'): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element?.scrollIntoView({ block, behavior: isStill ? 'auto' : 'smooth' });
}

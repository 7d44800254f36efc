export function reveal(element: Element | null, block: ScrollLogicalPosition = 'nearest'): void {
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element?.scrollIntoView({ block, behavior: prefersReducedMotion ? 'auto' : 'smooth' });
}

import { matchesMedia } from './media.ts';

export function reveal(element: Element | null, block: ScrollLogicalPosition = 'nearest'): void {
  const prefersReducedMotion = matchesMedia('(prefers-reduced-motion: reduce)');
  element?.scrollIntoView({ block, behavior: prefersReducedMotion ? 'auto' : 'smooth' });
}

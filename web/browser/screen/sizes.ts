/** Calls back soon and whenever a size changes; where the browser cannot observe sizes, when the window's does. */
export function watchSizes(elements: Iterable<Element>, onChange: () => void): () => void {
  try {
    const observer = new ResizeObserver(onChange);
    for (const element of elements) observer.observe(element);
    return () => observer.disconnect();
  } catch {
    // Hardened browsers lack or forbid it.
    onChange();
    addEventListener('resize', onChange);
    return () => removeEventListener('resize', onChange);
  }
}

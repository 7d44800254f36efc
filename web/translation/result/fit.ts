import { watchSizes } from '../../browser/screen/sizes.ts';

/**
 * Finds the largest size that fits.
 *
 * @param tryPx sets a size, and tells whether it fits. It is called last with the size to keep
 * @returns whether the smallest one fits
 */
export function fitLargest(minPx: number, maxPx: number, tryPx: (sizePx: number) => boolean): boolean {
  if (!tryPx(minPx)) return false;
  let [min, max] = [minPx, Math.max(minPx, maxPx)];
  while (max - min > 1) {
    const middle = Math.floor((min + max) / 2);
    if (tryPx(middle)) min = middle;
    else max = middle;
  }
  return tryPx(min);
}

/** Fits soon, and again whenever the room changes. */
export function watchRoom(room: Element, fit: () => void): () => void {
  const stopWatching = watchSizes([room], fit);
  // Browsers may reload the font, and show a fallback until it arrives.
  document.fonts.addEventListener('loadingdone', fit);
  return () => {
    stopWatching();
    document.fonts.removeEventListener('loadingdone', fit);
  };
}

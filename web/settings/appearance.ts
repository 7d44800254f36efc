import { textSizes } from '../../shared/limits.ts';
import type { Settings } from '../../shared/settings.ts';

/** @param appearance stored values, perhaps none */
export function applyAppearance({ theme, textSize }: Partial<Settings>): void {
  const { dataset, style } = document.documentElement;
  dataset.theme = theme;
  style.fontSize = textSize !== 100 && textSizes.find((each) => each === textSize) ? `${textSize}%` : '';
  // The colour of the browser's own bars.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-scheme]')) {
    const { scheme } = meta.dataset;
    const isChosen = theme === 'light' || theme === 'dark';
    meta.media = isChosen ? (theme === scheme ? 'all' : 'not all') : `(prefers-color-scheme: ${scheme})`;
  }
}

import type { CSSProperties } from 'react';

/**
 * Colours of later pages alone, light and dark: in the page's one stylesheet they would be part of the first load.
 * Browsers without `light-dark()` show the text in the colour around it.
 */
export const tones = {
  blue: {
    backgroundColor: 'light-dark(#e7f0fb, #14283f)',
    color: 'light-dark(#174b8c, #a8ceff)',
  },
  orange: {
    backgroundColor: 'light-dark(#fdf0de, #37260f)',
    color: 'light-dark(#854600, #ffc680)',
  },
} as const satisfies Record<string, CSSProperties>;

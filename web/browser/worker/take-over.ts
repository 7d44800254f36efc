/** Tells a waiting service worker to replace the active one. */
export const takeOverMessage = 'take-over';

import { applyAppearance } from './appearance.ts';

/** Runs in the head of each document, before the first paint. Without storage, the system's appearance stays. */
try {
  applyAppearance(JSON.parse(localStorage.getItem('parley.settings') ?? '{}'));
} catch {}

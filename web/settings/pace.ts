import { createRememberedStore } from '../browser/remembered.ts';

/** How patient Parley is on this device. Not an account's setting: it depends on who holds the device, and its tools. */
export interface Pace {
  /** The silence that ends speech; undefined for the browser's own. */
  readonly pauseMs: number | undefined;
  /** Translations are read aloud only once a screen reader has announced them. */
  readonly readsAfterAnnouncement: boolean;
}

export const longPausesMs = [4_000, 6_000] as const;

export const pace = createRememberedStore('parley.pace', parsePace);

function parsePace(stored: unknown): Pace {
  const { pauseMs, readsAfterAnnouncement }: Record<string, unknown> = Object(stored);
  return {
    pauseMs: longPausesMs.find((each) => each === pauseMs),
    readsAfterAnnouncement: readsAfterAnnouncement === true,
  };
}

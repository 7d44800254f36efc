import { useEffect, useState } from 'react';

export const whenIdle: Promise<void> = new Promise((resolve) => {
  if (typeof window === 'undefined') return;
  const wait = () => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve, 200);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
});

const maxWaitMs = 10_000;

/** Resolves once the page is idle and the user has done anything, or 10 seconds after it became idle. */
export const whenMoreMayLoad: Promise<void> = new Promise((resolve) => {
  if (typeof window === 'undefined') return;
  const controller = new AbortController();
  const settle = () => {
    controller.abort();
    whenIdle.then(resolve);
  };
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll'])
    addEventListener(type, settle, { capture: true, passive: true, signal: controller.signal });
  whenIdle.then(() => setTimeout(settle, maxWaitMs));
});

let latestKey: KeyboardEvent | undefined;
const keys = new AbortController();

if (typeof window !== 'undefined') {
  const options = { capture: true, signal: keys.signal };
  addEventListener(
    'keydown',
    (event) => {
      latestKey = event;
    },
    options,
  );
  // A press elsewhere cancels the key.
  addEventListener(
    'pointerdown',
    () => {
      latestKey = undefined;
    },
    options,
  );
}

/** Returns a key that was pressed just before the part that handles keys had loaded. */
export function takeEarlyKey(): KeyboardEvent | undefined {
  keys.abort();
  const key = latestKey;
  latestKey = undefined;
  return key && performance.now() - key.timeStamp < maxKeyAgeMs ? key : undefined;
}

/** An older key press would surprise the user. */
const maxKeyAgeMs = 3_000;

export function useIsIdle(): boolean {
  return useResolved(whenIdle);
}

export function useMayLoadMore(): boolean {
  return useResolved(whenMoreMayLoad);
}

function useResolved(promise: Promise<void>): boolean {
  const [isResolved, setResolved] = useState(false);
  useEffect(() => {
    let isGone = false;
    promise.then(() => !isGone && setResolved(true));
    return () => {
      isGone = true;
    };
  }, [promise]);
  return isResolved;
}

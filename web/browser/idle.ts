import { useEffect, useState } from 'react';

const whenIdle: Promise<void> = new Promise((resolve) => {
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

/** Resolves in the first pause after an interaction, so that it does not slow typing, or after 10 idle seconds. */
export const whenExtrasCanLoad: Promise<void> = new Promise((resolve) => {
  if (typeof window === 'undefined') return;
  const controller = new AbortController();
  const settle = () => {
    controller.abort();
    Promise.all([whenIdle, waitForQuiet(300)]).then(() => resolve());
  };
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll'])
    addEventListener(type, settle, { capture: true, passive: true, signal: controller.signal });
  whenIdle.then(() => setTimeout(settle, maxWaitMs));
});

/** Resolves after that time without input. */
export async function waitForQuiet(quietMs: number): Promise<void> {
  const controller = new AbortController();
  await new Promise<void>((resolve) => {
    let timer: ReturnType<typeof setTimeout>;
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(resolve, quietMs);
    };
    for (const type of ['pointerdown', 'keydown', 'scroll'])
      addEventListener(type, restart, { capture: true, passive: true, signal: controller.signal });
    restart();
  });
  controller.abort();
}

/** Loads a module once the page is idle, then starts its watcher. @returns a function that stops both */
export function watchWhenIdle<Module>(load: () => Promise<Module>, watch: (module: Module) => () => void) {
  let isStopped = false;
  let stop = () => {};
  whenIdle.then(load).then(
    (module) => {
      if (!isStopped) stop = watch(module);
    },
    () => {},
  );
  return () => {
    isStopped = true;
    stop();
  };
}

let latestKey: KeyboardEvent | undefined;
const keys = new AbortController();

if (typeof window !== 'undefined') {
  const keep = (event: Event) => {
    // A click or tap cancels the key.
    latestKey = event instanceof KeyboardEvent ? event : undefined;
  };
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, keep, { capture: true, signal: keys.signal });
}

/** Returns a key that was pressed just before the shortcuts had loaded. */
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

export function useCanLoadExtras(): boolean {
  return useResolved(whenExtrasCanLoad);
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

import { useEffect, useState } from 'react';

const whenIdle: Promise<void> = new Promise((resolve) => {
  if (typeof window === 'undefined') return;
  const wait = () => {
    try {
      requestIdleCallback(() => resolve(), { timeout: 2_000 });
    } catch {
      // Safari has none.
      setTimeout(resolve, 200);
    }
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
});

/** Resolves in the first pause after an interaction, so that it does not slow typing, or after 10 idle seconds. */
export const whenExtrasCanLoad: Promise<unknown> = Promise.all([whenIdle, waitForQuiet(300, 10_000)]);

/** Resolves after `quietMs` without an interaction, or after `firstMs` without any. */
export function waitForQuiet(quietMs: number, firstMs = quietMs): Promise<void> {
  return new Promise((resolve) => {
    if (typeof addEventListener === 'undefined') return;
    const controller = new AbortController();
    const settle = () => {
      controller.abort();
      resolve();
    };
    let timer = setTimeout(settle, firstMs);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(settle, quietMs);
    };
    for (const type of ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll'])
      addEventListener(type, restart, { capture: true, passive: true, signal: controller.signal });
  });
}

/** Runs `task` after the next frame, so that the page reacts at once, or before the next input, so that the order stays. */
export function afterPaint(task: () => void): void {
  const controller = new AbortController();
  const { signal } = controller;
  const run = () => {
    if (signal.aborted) return;
    controller.abort();
    task();
  };
  requestAnimationFrame(() => setTimeout(run));
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, run, { capture: true, signal });
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

export function useIsIdle(): boolean {
  return useResolved(whenIdle);
}

export function useCanLoadExtras(): boolean {
  return useResolved(whenExtrasCanLoad);
}

function useResolved(promise: Promise<unknown>): boolean {
  const [isResolved, setResolved] = useState(false);
  useEffect(() => {
    let isGone = false;
    void promise.then(() => !isGone && setResolved(true));
    return () => {
      isGone = true;
    };
  }, [promise]);
  return isResolved;
}

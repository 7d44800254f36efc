import { useEffect, useEffectEvent } from 'react';

/**
 * Back calls `onBack`, by an entry of the history. A close watcher hears Back on Android only: there the dialog closes
 * first, and that removes the entry.
 */
export function useBack(onBack: () => void): void {
  const requestClose = useEffectEvent(onBack);
  useEffect(() => watchBack(() => requestClose()), []);
}

/** One view may replace another, so all open views share one entry. */
let openViews = 0;

function watchBack(onBack: () => void): () => void {
  openViews += 1;
  const addEntry = () => {
    // The router keeps its own state for this address.
    if (openViews > 0 && !isEntry()) history.pushState({ ...history.state, isView: true }, '');
  };
  const onPopState = () => {
    onBack();
    // The view may stay open: the first Back only cancels what is in progress.
    setTimeout(addEntry);
  };
  addEntry();
  addEventListener('popstate', onPopState);
  return () => {
    openViews -= 1;
    removeEventListener('popstate', onPopState);
    setTimeout(() => {
      if (openViews === 0 && isEntry()) history.back();
    });
  };
}

function isEntry(): boolean {
  return Object(history.state).isView === true;
}

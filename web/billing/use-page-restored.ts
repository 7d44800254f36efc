import { useEffect, useEffectEvent } from 'react';

/** Calls back when the browser restores the page from its back/forward cache. */
export function usePageRestored(onRestore: () => void): void {
  const onPageShow = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) onRestore();
  });
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => onPageShow(event);
    addEventListener('pageshow', listen);
    return () => removeEventListener('pageshow', listen);
  }, []);
}

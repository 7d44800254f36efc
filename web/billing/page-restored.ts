import { useEffect, useEffectEvent } from 'react';

/** Called when the browser restores the page from its back/forward cache. */
export function usePageRestored(onBack: () => void): void {
  const hear = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) onBack();
  });
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => hear(event);
    addEventListener('pageshow', listen);
    return () => removeEventListener('pageshow', listen);
  }, []);
}

import { useEffect, useEffectEvent } from 'react';

/** Hears when the browser brings the page back as it was left, by its button from another site. */
export function useBroughtBack(onBack: () => void): void {
  const hear = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) onBack();
  });
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => hear(event);
    addEventListener('pageshow', listen);
    return () => removeEventListener('pageshow', listen);
  }, []);
}

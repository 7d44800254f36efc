import { useEffect, useEffectEvent } from 'react';

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

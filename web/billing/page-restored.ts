import { useEffect, useEffectEvent } from 'react';

export function usePageRestored(onBack: () => void): void {
  const onPageShow = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) onBack();
  });
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => onPageShow(event);
    addEventListener('pageshow', listen);
    return () => removeEventListener('pageshow', listen);
  }, []);
}

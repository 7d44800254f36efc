import { useEffect, useState } from 'react';
import { whenIdle } from '../components/idle.ts';
import type { Health } from '../system/health.ts';
import { thisBrowser } from './browser.ts';

/**
 * Whether anything here understands speech in a language; yes, as long as nothing is known. Answers anew when an
 * input method turns out to be of no use.
 */
export function useCanListen(health: Health | undefined): (language: string) => boolean {
  const [canListen, setCanListen] = useState(() => (_language: string) => true);
  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    whenIdle
      .then(() => import('./input-methods.ts'))
      .then(
        ({ canListen, inputMethods }) => {
          if (isGone) return;
          const ask = () =>
            setCanListen(() => (language: string) => canListen(language, thisBrowser(), health));
          ask();
          stop = inputMethods.subscribe(ask);
        },
        () => {},
      );
    return () => {
      isGone = true;
      stop();
    };
  }, [health]);
  return canListen;
}

import { useEffect, useState } from 'react';
import type { Status } from '../billing/status.ts';
import { whenIdle } from '../browser/idle.ts';
import type { Health } from '../system/health.ts';
import type { Abilities } from './abilities.ts';

/** Everything counts as supported until the page is idle and `abilities.ts` has loaded. */
export function useAbilities(health: Health | undefined, status: Status | undefined): Abilities {
  const [abilities, setAbilities] = useState(allSupported);
  useEffect(() => {
    let stop = () => {};
    let isUnmounted = false;
    whenIdle
      .then(() => import('./abilities.ts'))
      .then(
        ({ watchAbilities }) => {
          if (!isUnmounted) stop = watchAbilities(health, status, setAbilities);
        },
        () => {},
      );
    return () => {
      isUnmounted = true;
      stop();
    };
  }, [health, status]);
  return abilities;
}

const allSupported: Abilities = { findListenProblem() {}, findSpeakProblem() {} };

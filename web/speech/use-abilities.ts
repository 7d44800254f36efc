import { useEffect, useState } from 'react';
import type { Status } from '../billing/status.ts';
import { whenIdle } from '../browser/idle.ts';
import type { Health } from '../system/health.ts';
import type { Abilities } from './abilities.ts';

/** What can be done here with speech in a language: everything, until the page is idle and finds out. */
export function useAbilities(health: Health | undefined, status: Status | undefined): Abilities {
  const [abilities, setAbilities] = useState(unknown);
  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    whenIdle
      .then(() => import('./abilities.ts'))
      .then(
        ({ watchAbilities }) => {
          if (!isGone) stop = watchAbilities(health, status, setAbilities);
        },
        () => {},
      );
    return () => {
      isGone = true;
      stop();
    };
  }, [health, status]);
  return abilities;
}

const unknown: Abilities = { findListenProblem() {}, findSpeakProblem() {} };

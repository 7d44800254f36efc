import { useEffect, useState } from 'react';
import type { Status } from '../billing/status.ts';
import { watchWhenIdle } from '../browser/idle.ts';
import type { Health } from '../system/health.ts';
import type { Abilities } from './abilities.ts';

/** Everything counts as supported until the page is idle and `abilities.ts` has loaded. */
export function useAbilities(health: Health | undefined, status: Status | undefined): Abilities {
  const [abilities, setAbilities] = useState(allSupported);
  useEffect(() => {
    const load = () => import('./abilities.ts');
    return watchWhenIdle(load, ({ watchAbilities }) => watchAbilities(health, status, setAbilities));
  }, [health, status]);
  return abilities;
}

const allSupported: Abilities = { findListenProblem: () => undefined, findSpeakProblem: () => undefined };

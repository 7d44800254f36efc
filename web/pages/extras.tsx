import { useEffect } from 'react';
import { useIdle } from '../components/idle.ts';
import { Toaster } from '../components/toaster.tsx';
import { startTooltips } from '../components/tooltips.ts';
import { Offline } from '../offline/offline.tsx';

/** What no page needs and every page has. */
export function Extras() {
  const isIdle = useIdle();
  useEffect(startTooltips, []);
  return (
    <>
      {isIdle && <Offline />}
      <Toaster />
    </>
  );
}

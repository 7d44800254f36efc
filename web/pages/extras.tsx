import { useEffect } from 'react';
import { useUsed } from '../browser/idle.ts';
import { Toaster } from '../components/toasts/toaster.tsx';
import { startTooltips } from '../components/toasts/tooltips.ts';
import { Offline } from '../offline/offline.tsx';

export function Extras() {
  const isUsed = useUsed();
  useEffect(startTooltips, []);
  return (
    <>
      {isUsed && <Offline />}
      <Toaster />
    </>
  );
}

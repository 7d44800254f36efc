import { useEffect } from 'react';
import { useCanLoadExtras } from '../browser/idle.ts';
import { Toaster } from '../components/toasts/toaster.tsx';
import { startTooltips } from '../components/toasts/tooltips.ts';
import { UpdatePrompt } from '../offline/update-prompt.tsx';

export function Overlays() {
  const canLoadExtras = useCanLoadExtras();
  useEffect(startTooltips, []);
  return (
    <>
      {canLoadExtras && <UpdatePrompt />}
      <Toaster />
    </>
  );
}

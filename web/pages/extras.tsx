import { useEffect } from 'react';
import { useHasInteracted } from '../browser/idle.ts';
import { Toaster } from '../components/toasts/toaster.tsx';
import { startTooltips } from '../components/toasts/tooltips.ts';
import { UpdatePrompt } from '../offline/update-prompt.tsx';

export function Extras() {
  const hasInteracted = useHasInteracted();
  useEffect(startTooltips, []);
  return (
    <>
      {hasInteracted && <UpdatePrompt />}
      <Toaster />
    </>
  );
}

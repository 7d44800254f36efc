import { useEffect } from 'react';
import { useMayLoadMore } from '../browser/idle.ts';
import { Toaster } from '../components/toasts/toaster.tsx';
import { startTooltips } from '../components/toasts/tooltips.ts';
import { UpdatePrompt } from '../offline/update-prompt.tsx';

export function Overlays() {
  const mayLoadMore = useMayLoadMore();
  useEffect(startTooltips, []);
  return (
    <>
      {mayLoadMore && <UpdatePrompt />}
      <Toaster />
    </>
  );
}

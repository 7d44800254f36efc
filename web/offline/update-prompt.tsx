import { useEffect } from 'react';
import { isStripePath } from '../../shared/routes.ts';
import { useStore } from '../browser/store.ts';
import { Button } from '../components/controls/button.tsx';
import { IconButton } from '../components/controls/icon-button.tsx';
import { Icon } from '../components/icon.tsx';
import * as texts from '../texts/site.ts';
import { startHousekeeping } from './housekeeping.ts';
import { startUpdates, update } from './update.ts';

export function UpdatePrompt() {
  const state = useStore(update);
  useEffect(startHousekeeping, []);
  // Must not interrupt a payment.
  useEffect(() => (isStripePath(location.pathname) ? undefined : startUpdates()), []);
  return (
    <div
      role="status"
      // Under the toasts, which close by themselves.
      className="pointer-events-none fixed inset-x-0 top-0 z-90 p-4 pt-[max(1rem,env(safe-area-inset-top))] pb-[max(1rem,env(safe-area-inset-bottom))] desktop:top-auto desktop:bottom-0"
    >
      {(state === 'ready' || state === 'requested') && (
        <div className="pointer-events-auto mx-auto flex max-w-md animate-rise flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-4 float-shadow">
          <p className="min-w-0 flex-1 font-medium">
            {state === 'ready' ? texts.updateReady : texts.updateRequested}
          </p>
          <Button isDisabled={state === 'requested'} onClick={update.accept}>
            {texts.reload}
          </Button>
          <IconButton label={texts.notNow} onClick={update.postpone}>
            <Icon name="close" className="size-4.5" />
          </IconButton>
        </div>
      )}
    </div>
  );
}

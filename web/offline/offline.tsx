import { useEffect, useSyncExternalStore } from 'react';
import { stripePaths } from '../../shared/routes.ts';
import { Button } from '../components/controls/button.tsx';
import { Icon } from '../components/icon.tsx';
import { startHousekeeping } from './housekeeping.ts';
import { startUpdates, update } from './update.ts';

/** What keeps the app in this browser, and asks before a newer version takes its place. */
export function Offline() {
  const state = useSyncExternalStore(update.subscribe, update.get);
  useEffect(() => {
    // Nobody is disturbed while paying.
    const isPaying = (stripePaths as readonly string[]).includes(location.pathname);
    const stops = [startHousekeeping(), ...(isPaying ? [] : [startUpdates()])];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-0 p-4 pb-[max(1rem,env(safe-area-inset-bottom))]"
      // Below the toasts, which go by themselves.
      style={{ zIndex: 90 }}
    >
      {(state === 'ready' || state === 'wanted') && (
        <div
          className="pointer-events-auto mx-auto flex max-w-md animate-rise flex-wrap items-center gap-x-3 rounded-card border border-line bg-surface p-4 float-shadow"
          style={{ rowGap: '0.75rem' }}
        >
          <p className="min-w-0 flex-1 font-medium">
            {state === 'ready' ? 'A new version of Parley is ready.' : 'Parley reloads when you are done.'}
          </p>
          <Button isDisabled={state === 'wanted'} onClick={update.take}>
            Reload
          </Button>
          <Button look="quiet" aria-label="Not now" data-tooltip="Not now" onClick={update.putOff}>
            <Icon name="close" className="size-4.5" />
          </Button>
        </div>
      )}
    </div>
  );
}

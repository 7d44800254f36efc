import { remember } from '../../browser/remembered.ts';
import { toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import { type Status, statusQuery } from '../status.ts';
import { createActivation, welcomeToast } from './activation.ts';
import { dropReturn, markHistory, readReturn } from './returned.ts';
import { type RunningActivation, runActivation } from './run-activation.ts';

/**
 * Removes Stripe's parameters from the address and asks until Premium is active.
 *
 * @returns undefined unless the visitor comes back from the form
 */
export function startActivation(): RunningActivation | undefined {
  const returned = readReturn(location.search, history.state);
  if (!returned) return undefined;
  const { id, isConfirmed } = returned;
  const { pathname, search, hash } = location;
  const kept = markHistory(history.state, isConfirmed ? id : undefined);
  history.replaceState(kept, '', pathname + dropReturn(search) + hash);
  if (!isConfirmed) sayNotConfirmed();
  return runActivation(createActivation(isConfirmed, Date.now()), {
    ask: () => queryClient.query({ ...statusQuery, staleTime: 0, networkMode: 'always' }),
    onChange(state) {
      // A reload continues until it is over.
      if (state.phase === 'activating' || state.phase === 'slow') return;
      history.replaceState(markHistory(history.state), '');
      if (state.phase === 'done') welcome(id, state.status);
    },
  });
}

function sayNotConfirmed(): void {
  toasts.show({
    tone: 'destructive',
    stay: 'long',
    title: 'Setup Failed',
    description: 'Your card wasn’t confirmed. Nothing was charged.',
  });
}

function welcome(id: string, status: Status): void {
  queryClient.invalidateQueries({ queryKey: ['/api/translations'] });
  if (isFirst(id)) toasts.show(welcomeToast(status));
}

/** A duplicated tab comes back from the form as well. */
function isFirst(id: string): boolean {
  if (welcomed.read() === id) return false;
  welcomed.write(id);
  return true;
}

const welcomed = remember<unknown>('parley.activated', (stored) => stored);

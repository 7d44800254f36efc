import { toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import { type Status, statusQuery } from '../status.ts';
import { startOfActivation, welcomeOf } from './activation.ts';
import { marked, returnedFrom, withoutReturn } from './returned.ts';
import { type RunningActivation, runActivation } from './run-activation.ts';

/**
 * Takes the payment form's traces out of the page's address, and asks until Premium is there.
 *
 * @returns undefined where nobody comes back from the form
 */
export function startActivation(): RunningActivation | undefined {
  const returned = returnedFrom(location.search, history.state);
  if (!returned) return undefined;
  const { id, isConfirmed } = returned;
  const { pathname, search, hash } = location;
  const kept = marked(history.state, isConfirmed ? id : undefined);
  history.replaceState(kept, '', pathname + withoutReturn(search) + hash);
  if (!isConfirmed) sayNotConfirmed();
  return runActivation(startOfActivation(isConfirmed, Date.now()), {
    ask: () => queryClient.fetchQuery({ ...statusQuery, staleTime: 0, networkMode: 'always' }),
    changed(state) {
      // Until it is over, a reload goes on with it.
      if (state.phase === 'activating' || state.phase === 'slow') return;
      history.replaceState(marked(history.state), '');
      if (state.phase === 'done') welcome(id, state.status);
    },
  });
}

function sayNotConfirmed(): void {
  toasts.show({
    tone: 'destructive',
    stay: 'long',
    title: 'Setup Failed',
    description: 'Your card could not be confirmed. Nothing was charged.',
  });
}

/** What Premium opens on the page follows the status; what was read without it is read anew. */
function welcome(id: string, status: Status): void {
  queryClient.invalidateQueries({ queryKey: ['/api/translations'] });
  if (isFirst(id)) toasts.show(welcomeOf(status));
}

/** In this browser: a tab that was duplicated comes back from the form as well. */
function isFirst(id: string): boolean {
  try {
    if (localStorage.getItem(key) === id) return false;
    localStorage.setItem(key, id);
  } catch {
    // Storage is forbidden: each tab says it.
  }
  return true;
}

const key = 'parley.activated';

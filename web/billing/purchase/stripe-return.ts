export interface StripeReturn {
  readonly id: string;
  readonly isConfirmed: boolean;
}

/** Removes Stripe's parameters from the address. The history state keeps the id, so that a reload finds it. */
export function takeStripeReturn(): StripeReturn | undefined {
  const query = new URLSearchParams(location.search);
  const id = query.get('setup_intent');
  const storedId = (history.state as ReturnState | null)?.[stateKey];
  if (!id) return storedId ? { id: storedId, isConfirmed: true } : undefined;
  const isConfirmed = query.get('redirect_status') !== 'failed';
  for (const name of ['setup_intent', 'setup_intent_client_secret', 'redirect_status']) query.delete(name);
  const search = query.size > 0 ? `?${query}` : '';
  const state = isConfirmed ? { ...history.state, [stateKey]: id } : history.state;
  history.replaceState(state, '', location.pathname + search + location.hash);
  return { id, isConfirmed };
}

export function forgetStripeReturn(): void {
  const { [stateKey]: _, ...rest } = (history.state ?? {}) as ReturnState;
  history.replaceState(rest, '');
}

/** `app.tsx` looks for this word in the address and the history state. */
const stateKey = 'setup_intent';

interface ReturnState {
  readonly [stateKey]?: string;
}

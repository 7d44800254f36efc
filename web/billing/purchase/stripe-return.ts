export interface StripeReturn {
  readonly id: string;
  readonly isConfirmed: boolean;
}

/** Removes Stripe's parameters from the address. The tab's history keeps a mark, so that a reload continues. */
export function takeStripeReturn(): StripeReturn | undefined {
  const fields = new URLSearchParams(location.search);
  const id = fields.get('setup_intent');
  const kept = (history.state as MarkedState | null)?.[mark];
  if (!id) return kept ? { id: kept, isConfirmed: true } : undefined;
  const isConfirmed = fields.get('redirect_status') !== 'failed';
  for (const name of ['setup_intent', 'setup_intent_client_secret', 'redirect_status']) fields.delete(name);
  const search = fields.size > 0 ? `?${fields}` : '';
  const state = isConfirmed ? { ...history.state, [mark]: id } : history.state;
  history.replaceState(state, '', location.pathname + search + location.hash);
  return { id, isConfirmed };
}

export function forgetStripeReturn(): void {
  const { [mark]: _, ...rest } = (history.state ?? {}) as MarkedState;
  history.replaceState(rest, '');
}

/** `app.tsx` looks for this word in the address and the history's state. */
const mark = 'setup_intent';

interface MarkedState {
  readonly [mark]?: string;
}

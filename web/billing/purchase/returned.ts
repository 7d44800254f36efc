export interface Returned {
  /** The SetupIntent's id. */
  readonly id: string;
  readonly isConfirmed: boolean;
}

/** Reads Stripe's parameters from the address, or after a reload the mark in the tab's history. */
export function readReturn(search: string, historyState: unknown): Returned | undefined {
  const fields = new URLSearchParams(search);
  const id = fields.get('setup_intent');
  if (id) return { id, isConfirmed: fields.get('redirect_status') !== 'failed' };
  const kept = (historyState as Marked | null)?.[mark];
  return kept ? { id: kept, isConfirmed: true } : undefined;
}

/** The query without Stripe's parameters. */
export function dropReturn(search: string): string {
  const fields = new URLSearchParams(search);
  for (const name of ['setup_intent', 'setup_intent_client_secret', 'redirect_status']) fields.delete(name);
  const rest = fields.toString();
  return rest && `?${rest}`;
}

/** @param id undefined removes the mark */
export function markHistory(historyState: unknown, id?: string): unknown {
  const { [mark]: _, ...rest } = (historyState ?? {}) as Marked;
  return id === undefined ? rest : { ...rest, [mark]: id };
}

/** `app.tsx` looks for this word in the address and the history's state. */
const mark = 'setup_intent';

interface Marked {
  readonly [mark]?: string;
}

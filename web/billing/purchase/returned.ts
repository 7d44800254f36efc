/** A payment form that the visitor comes back from. */
export interface Returned {
  /** The SetupIntent's id. */
  readonly id: string;
  readonly isConfirmed: boolean;
}

/**
 * Reads from the page's address what Stripe has put there; else, after a reload, from the tab's history, where
 * `marked` has left it.
 */
export function returnedFrom(search: string, historyState: unknown): Returned | undefined {
  const fields = new URLSearchParams(search);
  const id = fields.get('setup_intent');
  if (id) return { id, isConfirmed: fields.get('redirect_status') !== 'failed' };
  const kept = (historyState as Marked | null)?.[mark];
  return kept ? { id: kept, isConfirmed: true } : undefined;
}

/** The query without Stripe's part of it. */
export function withoutReturn(search: string): string {
  const fields = new URLSearchParams(search);
  for (const name of ['setup_intent', 'setup_intent_client_secret', 'redirect_status']) fields.delete(name);
  const rest = fields.toString();
  return rest && `?${rest}`;
}

/** A history's state that remembers it; without an id, one that has forgotten it. */
export function marked(historyState: unknown, id?: string): unknown {
  const { [mark]: _, ...rest } = (historyState ?? {}) as Marked;
  return id === undefined ? rest : { ...rest, [mark]: id };
}

/** The first load looks for this word, in the address and in the history's state. */
const mark = 'setup_intent';

interface Marked {
  readonly [mark]?: string;
}

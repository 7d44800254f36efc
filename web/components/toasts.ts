/** A short message that comes and goes. */
export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly tone: 'plain' | 'destructive';
  readonly durationMs: number;
  /** False once dismissed; it is taken away later. */
  readonly isOpen: boolean;
}

/** How long a toast stays: a word, or something to read. */
export const toastMs = { brief: 4_000, long: 6_000 } as const;

export const toasts = {
  get: (): readonly Toast[] => shown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Shows a toast in place of the one that is there. */
  show(toast: Pick<Toast, 'title' | 'description'> & Partial<Pick<Toast, 'tone' | 'durationMs'>>): number {
    lastId += 1;
    const shownNow: Toast = {
      tone: 'plain',
      durationMs: toastMs.brief,
      ...toast,
      id: lastId,
      isOpen: true,
    };
    change([shownNow, ...shown].slice(0, mostVisible));
    return shownNow.id;
  },
  dismiss(id: number): void {
    change(shown.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)));
    setTimeout(() => change(shown.filter((toast) => toast.id !== id)), removeAfterMs);
  },
};

const mostVisible = 1;
const removeAfterMs = 1_000_000;

const listeners = new Set<() => void>();
let shown: readonly Toast[] = [];
let lastId = 0;

function change(changed: readonly Toast[]): void {
  shown = changed;
  for (const listener of listeners) listener();
}

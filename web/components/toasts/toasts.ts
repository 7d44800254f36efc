/** A short message that comes and goes. */
export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly tone: 'plain' | 'destructive';
  readonly action?: ToastAction | undefined;
  readonly durationMs: number;
  /** False once dismissed; it is taken away later. */
  readonly isOpen: boolean;
}

export const toasts = {
  get: (): readonly Toast[] => shown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Shows a toast in place of the one that is there. */
  show({ tone = 'plain', stay = 'brief', ...said }: ToastToShow): number {
    lastId += 1;
    const toast: Toast = { id: lastId, tone, durationMs: stayMs[stay], isOpen: true, ...said };
    change([toast, ...shown].slice(0, mostVisible));
    return toast.id;
  },
  dismiss(id: number): void {
    change(shown.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)));
    setTimeout(() => change(shown.filter((toast) => toast.id !== id)), removeAfterMs);
  },
};

/** What a toast offers to do; it goes with it. */
interface ToastAction {
  readonly label: string;
  onPress(): void;
}

export interface ToastToShow extends Pick<Toast, 'title' | 'description' | 'action'> {
  readonly tone?: Toast['tone'];
  /** `long` is for what takes reading. */
  readonly stay?: keyof typeof stayMs;
}

const stayMs = { brief: 4_000, long: 6_000 };
const mostVisible = 1;
const removeAfterMs = 1_000_000;

const listeners = new Set<() => void>();
let shown: readonly Toast[] = [];
let lastId = 0;

function change(changed: readonly Toast[]): void {
  shown = changed;
  for (const listener of listeners) listener();
}

import { createStore } from '../../browser/store.ts';

export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  /** A second sentence, in a separate element. */
  readonly advice?: string | undefined;
  /** `notice`: neither a success nor a failure. */
  readonly tone: 'plain' | 'notice' | 'destructive';
  /** A notice about the same object waits until the toast is gone. */
  readonly subject?: object | undefined;
  readonly action?: ToastAction | undefined;
  readonly durationMs: number;
  /** False once dismissed; it is removed later. */
  readonly isOpen: boolean;
}

const shown = createStore<readonly Toast[]>([]);

export const toasts = {
  get: shown.get,
  subscribe: shown.subscribe,
  show({ tone = 'plain', duration = 'brief', ...content }: ToastToShow): number {
    lastId += 1;
    // A button has no time limit.
    const durationMs = content.action ? Number.POSITIVE_INFINITY : durationsMs[duration];
    const toast: Toast = { id: lastId, tone, durationMs, isOpen: true, ...content };
    shown.set([toast, ...shown.get()].slice(0, maxVisible));
    return toast.id;
  },
  dismiss(id: number): void {
    shown.set(shown.get().map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)));
    setTimeout(() => shown.set(shown.get().filter((toast) => toast.id !== id)), removeAfterMs);
  },
};

interface ToastAction {
  readonly label: string;
  onPress(): void;
}

export interface ToastToShow extends Pick<Toast, 'title' | 'description' | 'advice' | 'subject' | 'action'> {
  readonly tone?: Toast['tone'];
  readonly duration?: keyof typeof durationsMs;
}

export function buildFailureToast(title: string, description: string): ToastToShow {
  return { tone: 'destructive', duration: 'long', title, description };
}

const durationsMs = { brief: 4_000, long: 6_000 };
const maxVisible = 1;
const removeAfterMs = 1_000_000;

/** Whether a toast about this is shown. */
export function isShownInToast(shown: readonly Toast[], subject: object | undefined): boolean {
  return shown.some((toast) => toast.isOpen && toast.subject !== undefined && toast.subject === subject);
}

let lastId = 0;

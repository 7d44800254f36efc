import { Toast } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { Icon } from './icon.tsx';
import { toasts } from './toasts.ts';

/** Shows the toasts, tells screen readers of them, and lets go of them by swipe, Escape or button; F8 goes to them. */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  return (
    <Toast.Provider swipeDirection="right">
      {shown.map((toast) => (
        <Toast.Root
          key={toast.id}
          open={toast.isOpen}
          onOpenChange={(isOpen) => !isOpen && toasts.dismiss(toast.id)}
          duration={toast.durationMs}
          type={toast.tone === 'destructive' ? 'foreground' : 'background'}
          data-tone={toast.tone}
          className="@container toast pointer-events-auto flex animate-rise items-start gap-3 rounded-card border border-line bg-surface p-4 float-shadow data-[state=closed]:hidden"
        >
          <span
            className={`mt-0.5 hidden size-8 shrink-0 place-items-center rounded-full @3xs:grid ${
              toast.tone === 'destructive' ? 'bg-danger-soft text-danger' : 'bg-accent-soft text-accent'
            }`}
          >
            <Icon name={toast.tone === 'destructive' ? 'alert' : 'check'} className="size-4.5" />
          </span>
          <div className="min-w-0 flex-1 py-0.5">
            <Toast.Title className="font-semibold">{toast.title}</Toast.Title>
            <Toast.Description className="mt-0.5 text-sm text-muted wrap-anywhere">
              {toast.description}
            </Toast.Description>
          </div>
          {toast.action && (
            <Toast.Action
              altText="Press F8 to reach it."
              onClick={toast.action.onPress}
              className="-my-1 min-h-11 shrink-0 rounded-control px-3 font-semibold text-accent hover:bg-accent-soft"
            >
              {toast.action.label}
            </Toast.Action>
          )}
          <Toast.Close
            aria-label="Dismiss"
            className="-m-1.5 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
          >
            <Icon name="close" className="size-4.5" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport className="pointer-events-none fixed inset-x-0 bottom-0 z-100 flex flex-col gap-2 p-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:left-auto sm:right-0 sm:w-full md:max-w-[420px]" />
    </Toast.Provider>
  );
}

import { Toast } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from '../../browser/store.ts';
import * as texts from '../../texts/site.ts';
import { openModals } from '../dialogs/modal.ts';
import { Icon } from '../icon.tsx';
import { type Toast as ToastState, toasts } from './toasts.ts';

export function Toaster() {
  const shown = useStore(toasts);
  const modal = useStore(openModals).at(-1);
  const list = useRef<HTMLOListElement>(null);
  const cameFrom = useRef<Element>(null);
  const newest = shown[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new toast, and each new dialog
  useEffect(() => keepInFront(list.current), [newest, modal]);

  /** The focused toast disappears. */
  function dismiss(id: number): void {
    toasts.dismiss(id);
    const { current: before } = cameFrom;
    if (list.current?.contains(document.activeElement) && before instanceof HTMLElement)
      before.focus({ preventScroll: true });
  }

  return (
    <Toast.Provider label={texts.notice} swipeDirection="right" announcerContainer={modal}>
      {shown.map((toast) => (
        <ShownToast key={toast.id} toast={toast} onDismiss={() => dismiss(toast.id)} />
      ))}
      {createPortal(
        <Toast.Viewport
          ref={list}
          label={texts.notices}
          popover="manual"
          onFocus={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
          }}
          // At the top of small screens, where the buttons are at the bottom.
          className="pointer-events-none fixed inset-x-0 top-0 bottom-auto z-100 m-0 flex w-full flex-col gap-2 overflow-visible border-0 bg-transparent p-4 pt-[max(1rem,env(safe-area-inset-top))] pb-[max(1rem,env(safe-area-inset-bottom))] text-ink sm:start-auto sm:end-0 md:max-w-[420px] desktop:top-auto desktop:bottom-0"
        />,
        modal ?? document.body,
      )}
    </Toast.Provider>
  );
}

function ShownToast({ toast, onDismiss }: { toast: ToastState; onDismiss: () => void }) {
  return (
    <Toast.Root
      open={toast.isOpen}
      onOpenChange={(isOpen) => !isOpen && onDismiss()}
      duration={toast.durationMs}
      type={toast.tone === 'destructive' ? 'foreground' : 'background'}
      data-tone={toast.tone}
      className="@container toast pointer-events-auto flex flex-wrap animate-rise items-start gap-3 rounded-card border border-line bg-surface p-4 float-shadow data-[state=closed]:hidden"
    >
      <span
        className={`mt-0.5 hidden size-8 shrink-0 place-items-center rounded-full @3xs:grid ${
          toast.tone === 'destructive' ? 'bg-danger-soft text-danger' : 'bg-accent-soft text-accent'
        }`}
      >
        <Icon name={icons[toast.tone]} className="size-4.5" />
      </span>
      <div className="min-w-0 flex-1 py-0.5">
        <Toast.Title className="font-semibold">{toast.title}</Toast.Title>
        <Toast.Description className="mt-0.5 text-sm text-muted wrap-anywhere">
          {toast.description}
        </Toast.Description>
        {toast.advice && <p className="mt-0.5 text-sm text-muted wrap-anywhere">{toast.advice}</p>}
      </div>
      {toast.action && (
        <Toast.Action
          altText={texts.reachToast}
          onClick={toast.action.onPress}
          // Below the text where there is no room beside it.
          className="-my-1 min-h-11 basis-full order-1 rounded-control px-3 text-start font-semibold text-accent hover:bg-accent-soft @sm:order-none @sm:shrink-0 @sm:basis-auto"
        >
          {toast.action.label}
        </Toast.Action>
      )}
      <Toast.Close
        aria-label={texts.dismiss}
        className="-m-1.5 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
      >
        <Icon name="close" className="size-4.5" />
      </Toast.Close>
    </Toast.Root>
  );
}

const icons = { plain: 'check', notice: 'info', destructive: 'alert' } as const;

/** Reopens the list when something else opens, because the popover opened last is on top. */
function keepInFront(list: HTMLElement | null): () => void {
  const raise = () => {
    // The dialog that held it may have closed.
    if (!list?.isConnected) return;
    list.hidePopover();
    list.showPopover();
  };
  const onToggle = ({ target, newState }: ToggleEvent) => {
    // Hiding it would move the focus.
    if (newState === 'open' && target !== list && !list?.contains(document.activeElement)) raise();
  };
  raise();
  // `toggle` does not bubble.
  document.addEventListener('toggle', onToggle, true);
  return () => document.removeEventListener('toggle', onToggle, true);
}

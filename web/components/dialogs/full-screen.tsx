import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useKeepAwake } from '../../browser/awake.ts';
import { useModal } from './modal.ts';

/** Fills the screen and keeps it awake. Escape, Back and leaving full screen call `onClose`. */
export function FullScreen({ label, onClose, children }: FullScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const inside = useRef<HTMLDivElement>(null);
  useModal(dialog, inside, onClose);
  useKeepAwake();
  const askToClose = useEffectEvent(onClose);
  useEffect(
    () => (matchMedia('(pointer: coarse)').matches ? enterFullScreen(() => askToClose()) : undefined),
    [],
  );
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className="fixed inset-0 m-0 h-dvh max-h-none w-dvw max-w-none border-0 bg-surface p-0 text-ink"
    >
      <div
        ref={inside}
        tabIndex={-1}
        className="h-full overflow-auto overscroll-contain pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] outline-none"
      >
        {children}
      </div>
    </dialog>
  );
}

interface FullScreenProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** Makes the document full screen, because a dialog cannot be. */
function enterFullScreen(onExit: () => void): () => void {
  views += 1;
  const request = document.documentElement.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => {});
  const onChange = () => document.fullscreenElement || onExit();
  document.addEventListener('fullscreenchange', onChange);
  return () => {
    views -= 1;
    document.removeEventListener('fullscreenchange', onChange);
    request?.then(() => {
      if (views === 0 && document.fullscreenElement) document.exitFullscreen().catch(() => {});
    });
  };
}

/** Counts open views: one may replace another. */
let views = 0;

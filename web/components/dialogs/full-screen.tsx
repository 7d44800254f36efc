import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { matchesMedia } from '../../browser/screen/media.ts';
import { useKeepAwake } from '../../browser/screen/wake-lock.ts';
import { Boundary } from '../boundary.tsx';
import { useBack } from './back.ts';
import { useModal } from './modal.ts';

/** Fills the screen and keeps it awake. Escape, Back and leaving full screen call `onClose`. */
export function FullScreen({ label, onClose, children }: FullScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useModal(dialog, content, onClose);
  useBack(onClose);
  useKeepAwake();
  const requestClose = useEffectEvent(onClose);
  useEffect(
    () => (matchesMedia('(pointer: coarse)') ? enterFullScreen(() => requestClose()) : undefined),
    [],
  );
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className="fixed inset-0 m-0 h-dvh max-h-none w-dvw max-w-none border-0 bg-surface p-0 text-ink"
    >
      <div
        ref={content}
        tabIndex={-1}
        className="h-full overflow-auto overscroll-contain pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] outline-none"
      >
        <Boundary>{children}</Boundary>
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
  openViews += 1;
  const request = document.documentElement.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => {});
  const onChange = () => document.fullscreenElement || onExit();
  document.addEventListener('fullscreenchange', onChange);
  return () => {
    openViews -= 1;
    document.removeEventListener('fullscreenchange', onChange);
    void request?.then(() => {
      if (openViews === 0 && document.fullscreenElement) document.exitFullscreen().catch(() => {});
    });
  };
}

/** One view may replace another, so the last one to close leaves full screen. */
let openViews = 0;

import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useAwake } from '../../browser/awake.ts';
import { useModal } from './modal.ts';

/**
 * A view that takes the whole screen and keeps it awake: on phones the browser's bars go as well, where it lets them
 * (iPhones do not). Escape and a phone's way back ask to close it, and so does leaving the browser's full screen.
 *
 * @param label names it to screen readers
 */
export function FullScreen({ label, onClose, children }: FullScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const inside = useRef<HTMLDivElement>(null);
  useModal(dialog, inside, onClose);
  useAwake();
  const askToClose = useEffectEvent(onClose);
  useEffect(() => (isPhone() ? takeScreen(() => askToClose()) : undefined), []);
  return (
    <dialog ref={dialog} aria-label={label} style={whole}>
      <div ref={inside} tabIndex={-1} style={filled}>
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

/** The document's: a dialog cannot be the browser's full screen itself. @returns what gives it back */
function takeScreen(onLeft: () => void): () => void {
  views += 1;
  const taken = document.documentElement.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => {});
  const onChange = () => {
    if (!document.fullscreenElement) onLeft();
  };
  document.addEventListener('fullscreenchange', onChange);
  return () => {
    views -= 1;
    document.removeEventListener('fullscreenchange', onChange);
    // It may still be on its way.
    taken?.then(() => {
      if (views === 0 && document.fullscreenElement) document.exitFullscreen().catch(() => {});
    });
  };
}

/** Those that want the screen: one may have taken the place of another. */
let views = 0;

function isPhone(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}

const whole: CSSProperties = {
  position: 'fixed',
  inset: 0,
  width: '100dvw',
  height: '100dvh',
  maxWidth: 'none',
  maxHeight: 'none',
  margin: 0,
  padding: 0,
  border: 0,
  background: 'var(--color-surface)',
  color: 'var(--color-ink)',
};

/** Free of a phone's camera and of the bar at its foot. */
const filled: CSSProperties = {
  height: '100%',
  padding:
    'env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)',
  outline: 'none',
  overflow: 'auto',
  overscrollBehavior: 'contain',
};

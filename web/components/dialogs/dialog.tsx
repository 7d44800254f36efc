import { type ReactNode, useId, useRef } from 'react';
import * as texts from '../../texts/site.ts';
import { Boundary } from '../boundary.tsx';
import { Button } from '../controls/button.tsx';
import { useFocusableScroll } from '../focusable-scroll.ts';
import { Icon } from '../icon.tsx';
import { useModal } from './modal.ts';

/** A modal dialog; on phones a bottom sheet. Escape, the close button and a press outside call `onClose`. */
export function Dialog({ title, isAnnounced, isQuestion, onClose, children, actions }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const hasPressStartedOutside = useRef(false);
  useModal(dialog, heading, onClose);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={dialog}
      aria-labelledby={id}
      aria-describedby={isQuestion ? `${id}-text` : undefined}
      // Dragging a text selection may end outside, so the press must also have started there.
      onPointerDown={(event) => {
        hasPressStartedOutside.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        if (event.target === dialog.current && hasPressStartedOutside.current) onClose();
      }}
      data-announced={isAnnounced}
      className="dialog"
    >
      <div className="flex flex-col">
        <div className="flex items-start justify-between gap-3 pt-4 pe-3 ps-5 sm:pt-5 sm:pe-4 sm:ps-6">
          <h2
            ref={heading}
            id={id}
            tabIndex={-1}
            className="pt-2 text-xl leading-snug font-semibold tracking-tight outline-none"
          >
            {title}
          </h2>
          <Button variant="quiet" aria-label={texts.close} onClick={onClose} className="shrink-0">
            <Icon name="close" />
          </Button>
        </div>
        <Scroller id={`${id}-text`}>{children}</Scroller>
        {actions && (
          <div className="flex flex-col gap-3 px-5 pt-1 pb-5 sm:flex-row-reverse sm:px-6 sm:pb-6">
            {actions}
          </div>
        )}
      </div>
    </dialog>
  );
}

interface DialogProps {
  title: string;
  /** Its text is what to decide about: screen readers read it when the dialog opens. */
  isQuestion?: boolean;
  /** A toast comes with it, and needs room beside it. */
  isAnnounced?: boolean;
  onClose: () => void;
  children: ReactNode;
  actions?: ReactNode;
}

function Scroller({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div
      ref={useFocusableScroll()}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-5 leading-relaxed focus-visible:outline-offset-0 sm:px-6"
    >
      <div id={id}>
        <Boundary>{children}</Boundary>
      </div>
    </div>
  );
}

import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { reveal } from '../../browser/reveal.ts';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { Icon } from '../../components/icon.tsx';
import * as texts from '../../texts/guides.ts';

/** Scrolls into view without taking the focus. If it has the focus when it closes, it returns the focus. */
export function GuideCard({ title, hasTextField, onClose, children }: GuideCardProps) {
  const id = useId();
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = card.current;
    const focused = document.activeElement;
    reveal(element);
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const target = element.contains(focused) ? element.parentElement?.querySelector('h2') : focused;
      if (target instanceof HTMLElement) target.focus();
    };
  }, []);
  return (
    <section
      ref={card}
      aria-labelledby={id}
      data-typing={hasTextField}
      className="animate-rise rounded-control border border-line px-4 pt-1.5 pb-4"
    >
      <div className="mb-2 flex min-h-11 items-center justify-between gap-2">
        <h3
          id={id}
          className="min-w-0 text-lg leading-snug font-semibold tracking-tight wrap-break-word hyphens-auto"
        >
          {title}
        </h3>
        <IconButton label={texts.close} onClick={onClose} className="-mr-2 shrink-0">
          <Icon name="close" />
        </IconButton>
      </div>
      {children}
    </section>
  );
}

interface GuideCardProps {
  title: string;
  /** It replaces the page's text area. */
  hasTextField?: boolean;
  onClose: () => void;
  children: ReactNode;
}

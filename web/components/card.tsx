import type { ReactNode } from 'react';

export function Card({ title, isTitleShown = true, aside, className = '', children }: CardProps) {
  const id = headingId(title);
  return (
    <section
      aria-labelledby={id}
      className={`rounded-card border border-line bg-surface p-4 card-shadow sm:p-6 ${className}`}
    >
      <div className={isTitleShown ? 'mb-4 flex min-h-11 flex-wrap items-center justify-between gap-3' : ''}>
        <h2
          id={id}
          tabIndex={-1}
          className={isTitleShown ? 'text-lg font-semibold tracking-tight outline-none' : 'sr-only'}
        >
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** `card-speech-input`: the id of a section's heading, which takes the focus when a button disappears. */
export function headingId(title: string): string {
  return `card-${title.toLowerCase().replaceAll(' ', '-')}`;
}

interface CardProps {
  title: string;
  isTitleShown?: boolean;
  /** At the end of the heading's line. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

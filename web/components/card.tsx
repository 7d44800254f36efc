import type { ReactNode } from 'react';

export function Card({ isTitleShown = true, className = '', ...rest }: CardProps) {
  const { title, id = headingId(title), isPane, aside, children } = rest;
  const [frame, head, heading] = isPane ? looks.pane : looks.card;
  return (
    <section aria-labelledby={id} className={`${frame} ${className}`}>
      <div className={isTitleShown ? `flex flex-wrap items-center justify-between gap-x-3 ${head}` : ''}>
        <h2 id={id} tabIndex={-1} className={isTitleShown ? `outline-none ${heading}` : 'sr-only'}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

const looks = {
  card: [
    'rounded-card border border-line bg-surface p-4 card-shadow sm:p-6',
    'mb-4 min-h-11 gap-y-3',
    'text-lg font-semibold tracking-tight',
  ],
  pane: ['px-4 py-1 desktop:p-4', 'min-h-9 *:-my-1', 'text-sm font-medium text-muted'],
} as const;

/** `card-speech-input`: the id of a section's heading, which takes the focus when a button disappears. */
export function headingId(title: string): string {
  return `card-${title.toLowerCase().replaceAll(' ', '-')}`;
}

interface CardProps {
  title: string;
  /** Of the heading. */
  id?: string;
  isTitleShown?: boolean;
  /** Part of a larger surface, without a frame. */
  isPane?: boolean;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

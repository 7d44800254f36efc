import { type ReactNode, useId } from 'react';
import { Boundary } from './boundary.tsx';

export function Card({ id, title, isTitleShown = true, isPane, aside, className = '', children }: CardProps) {
  const ownId = useId();
  const headingId = id ?? ownId;
  const [frame, header, heading] = isPane ? classes.pane : classes.card;
  return (
    <section aria-labelledby={headingId} className={`${frame} ${className}`}>
      <div className={isTitleShown ? `flex flex-wrap items-center justify-between gap-x-3 ${header}` : ''}>
        <h2
          id={headingId}
          tabIndex={-1}
          className={isTitleShown ? `min-w-0 outline-none ${heading}` : 'sr-only'}
        >
          {title}
        </h2>
        {aside}
      </div>
      <Boundary>{children}</Boundary>
    </section>
  );
}

const classes = {
  card: [
    'rounded-card border border-line bg-surface p-4 card-shadow sm:p-6',
    'mb-4 min-h-11 gap-y-3',
    'text-lg font-semibold tracking-tight',
  ],
  pane: ['px-4 py-1 desktop:p-4', 'min-h-9 *:-my-1', 'text-sm font-semibold text-accent'],
} as const;

interface CardProps {
  /** Of the heading, for code that focuses it. */
  id?: string;
  title: string;
  isTitleShown?: boolean;
  /** Part of a larger surface, without a frame. */
  isPane?: boolean;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

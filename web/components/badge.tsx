import type { ReactNode } from 'react';

/** The word must say everything: never rely on the colour alone. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span
      data-voice={tone === 'orange' ? 'them' : undefined}
      className={`inline-flex shrink-0 rounded-full px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap ${classes[tone]}`}
    >
      {children}
    </span>
  );
}

export type BadgeTone = 'plain' | 'good' | 'bad' | 'blue' | 'orange';

const classes: Record<BadgeTone, string> = {
  plain: 'bg-sunken text-muted',
  good: 'bg-accent-soft text-accent',
  bad: 'bg-danger-soft text-danger',
  blue: 'bg-blue-soft text-blue',
  orange: 'bg-accent-soft text-accent',
};

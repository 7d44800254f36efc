import type { CSSProperties, ReactNode } from 'react';
import { tones } from './tones.ts';

/** A word that stands out by its colour, which says nothing more than the word. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  const { className = '', style } = looks[tone];
  return (
    <span
      style={{ whiteSpace: 'nowrap', ...style }}
      className={`inline-flex shrink-0 rounded-full px-2.5 py-0.5 text-sm font-semibold ${className}`}
    >
      {children}
    </span>
  );
}

export type BadgeTone = 'plain' | 'good' | 'bad' | 'blue' | 'orange';

const looks: Record<BadgeTone, { readonly className?: string; readonly style?: CSSProperties }> = {
  plain: { className: 'bg-sunken text-muted' },
  good: { className: 'bg-accent-soft text-accent' },
  bad: { className: 'bg-danger-soft text-danger' },
  blue: { style: tones.blue },
  orange: { style: tones.orange },
};

import type { CSSProperties } from 'react';

/** A few figures, each with what it is, in a row; in two rows where that is too narrow. */
export function StatCards({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl style={fourOrTwo} className="grid gap-3 sm:gap-4">
      {stats.map((stat) => (
        <div key={stat.label} className="rounded-card border border-line bg-surface p-4 card-shadow">
          <StatText {...stat} size="text-3xl" />
        </div>
      ))}
    </dl>
  );
}

/** The same within a card. */
export function Stats({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl style={stats.length === 3 ? three : fourOrTwo} className="grid gap-4">
      {stats.map((stat) => (
        <div key={stat.label}>
          <StatText {...stat} size="text-xl" />
        </div>
      ))}
    </dl>
  );
}

interface Stat {
  label: string;
  /** As it is read; undefined until it is known. */
  figure: string | undefined;
}

function StatText({ label, figure, size }: Stat & { size: string }) {
  return (
    <>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={`mt-1 ${size} leading-snug font-bold tracking-tight wrap-anywhere tabular`}>
        {figure ?? (
          <>
            <span className="sr-only">Loading…</span>
            {/* As tall as the figure will be. */}
            <span aria-hidden="true" className="shimmer inline-flex w-3/5 animate-shimmer rounded-lg">
              {'\u00a0'}
            </span>
          </>
        )}
      </dd>
    </>
  );
}

/**
 * A quarter each, or half where they have less than 40rem together: the product is far above or below every length.
 * Never three and one.
 */
const fourOrTwo: CSSProperties = {
  gridTemplateColumns:
    'repeat(auto-fit, minmax(min(100%, max(8rem, clamp(25% - 1rem, (40rem - 100%) * 999, 50% - 1rem))), 1fr))',
};

/** As many beside each other as there is room for. */
const three: CSSProperties = { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 8rem), 1fr))' };

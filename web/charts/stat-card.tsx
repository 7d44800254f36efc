export function StatCards({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className={`grid gap-3 sm:gap-4 ${fourOrTwo}`}>
      {stats.map((stat) => (
        <div key={stat.label} className="rounded-card border border-line bg-surface p-4 card-shadow">
          <StatText {...stat} size="text-3xl" />
        </div>
      ))}
    </dl>
  );
}

export function Stats({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className={`grid gap-4 ${stats.length === 3 ? three : fourOrTwo}`}>
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
            {/* As tall as the figure. */}
            <span aria-hidden="true" className="shimmer inline-flex w-3/5 animate-shimmer rounded-lg">
              {'\u00a0'}
            </span>
          </>
        )}
      </dd>
    </>
  );
}

/** Four columns, or two below 40rem: the factor 999 makes `clamp` take one of its bounds. */
const fourOrTwo =
  'grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,clamp(25%_-_1rem,(40rem_-_100%)_*_999,50%_-_1rem))),1fr))]';

const three = 'grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))]';

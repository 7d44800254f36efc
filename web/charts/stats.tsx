import * as texts from '../texts/site.ts';

/** Three or four figures. @param isFramed shows each in a card */
export function Stats({ stats, isFramed = false }: { stats: readonly Stat[]; isFramed?: boolean }) {
  return (
    <dl className={`grid ${isFramed ? 'gap-3 sm:gap-4' : 'gap-4'} ${stats.length === 3 ? three : fourOrTwo}`}>
      {stats.map(({ label, figure }) => (
        <div
          key={label}
          className={isFramed ? 'rounded-card border border-line bg-surface p-4 card-shadow' : undefined}
        >
          <dt className="text-sm text-muted">{label}</dt>
          <dd
            className={`mt-1 ${isFramed ? 'text-3xl' : 'text-xl'} leading-snug font-bold tracking-tight wrap-anywhere tabular`}
          >
            {figure ?? <Loading />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Stat {
  label: string;
  figure: string | undefined;
}

/** As tall as a figure, so that nothing moves. */
function Loading() {
  return (
    <>
      <span className="sr-only">{texts.loading}</span>
      <span aria-hidden="true" className="shimmer inline-flex w-3/5 animate-shimmer rounded-lg">
        {'\u00a0'}
      </span>
    </>
  );
}

/** Four columns, or two below 40rem: the factor 999 forces `clamp` to one of its bounds. */
const fourOrTwo =
  'grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,clamp(25%_-_1rem,(40rem_-_100%)_*_999,50%_-_1rem))),1fr))]';

const three = 'grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))]';

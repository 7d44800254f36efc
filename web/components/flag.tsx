import { PathIcon } from './icon.tsx';

/** A magnifier for `detect`, a globe for a language without a flag. */
export function Flag({ flag, className = '' }: { flag: string | undefined; className?: string }) {
  const classes = `flag ${className}`;
  if (flag === undefined || flag === 'detect') {
    return (
      <span data-flag={flag ?? 'globe'} className={`grid place-items-center bg-sunken text-muted ${classes}`}>
        <PathIcon path={flag ? magnifier : globe} className="size-4" />
      </span>
    );
  }
  return <img src={`/flags/${flag}.png`} alt="" width="26" height="18" loading="lazy" className={classes} />;
}

const globe = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c-5 5-5 13 0 18 5-5 5-13 0-18';

const magnifier = 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 20 20';

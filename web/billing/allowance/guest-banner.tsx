import { limits } from '../../../shared/limits.ts';
import { SignUp } from '../../auth/sign-up.tsx';
import type { Status } from '../status.ts';

export function GuestBanner({ status }: { status: Status | undefined }) {
  const left = status?.translationsRemaining ?? undefined;
  const isEnding = left !== undefined && left <= 1;
  return (
    <section
      aria-label="Guest translations"
      className="flex min-h-15 flex-wrap items-center gap-3 rounded-card border border-line bg-surface px-4 py-2 card-shadow sm:px-6"
    >
      <Pips left={left ?? 0} />
      <p role="status" className="flex-1">
        {left === undefined ? (
          `You have ${limit} free translations without an account.`
        ) : (
          <>
            <strong className="font-semibold">
              {left} of {limit}
            </strong>{' '}
            free translations left.
          </>
        )}
        {isEnding && ` Sign up for ${limits.translations.free} free translations per day.`}
      </p>
      {isEnding && <SignUp look="primary" />}
    </section>
  );
}

const limit = limits.translations.guest;

/** One dot per translation, filled while it is left. */
function Pips({ left }: { left: number }) {
  return (
    <span aria-hidden="true" className="flex gap-1">
      {Array.from({ length: limit }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: they are alike
          key={index}
          className={`size-2.5 rounded-full ${index < left ? 'bg-accent' : 'bg-line'}`}
        />
      ))}
    </span>
  );
}

import { limits } from '../../../shared/limits.ts';
import { SignUp } from '../../auth/sign-up.tsx';
import type { Status } from '../status.ts';

export function GuestBanner({ status }: { status: Status | undefined }) {
  const left = status?.translationsRemaining ?? undefined;
  const isEnding = left !== undefined && left <= 1;
  return (
    <section
      aria-label="Guest translations"
      className="flex min-h-8 flex-wrap items-center gap-x-3 px-2 text-sm"
    >
      <Pips left={left ?? 0} isEnding={isEnding} />
      <p role="status" className={isEnding ? 'flex-1' : undefined}>
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
function Pips({ left, isEnding }: { left: number; isEnding: boolean }) {
  return (
    <span aria-hidden="true" className={`flex gap-1 ${isEnding ? 'max-sm:hidden' : ''}`}>
      {Array.from({ length: limit }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: they are alike
          key={index}
          className={`size-2 rounded-full ${index < left ? 'bg-accent' : 'bg-line'}`}
        />
      ))}
    </span>
  );
}

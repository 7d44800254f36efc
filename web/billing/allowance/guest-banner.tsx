import { limits } from '../../../shared/limits.ts';
import { goToSignUp } from '../../auth/user.ts';
import * as texts from '../../texts/allowance.tsx';
import type { Status } from '../status.ts';

/** Has the same height in every state, to avoid layout shifts. */
export function GuestBanner({ status }: { status: Status | undefined }) {
  const left = status?.translationsRemaining ?? undefined;
  const isAlmostUsedUp = left !== undefined && left <= 1;
  return (
    <section
      aria-label={texts.guestTranslations}
      className="flex min-h-8 flex-wrap items-center gap-x-2 pl-2 text-sm"
    >
      <p role="status" className="tabular">
        {left === undefined ? (
          texts.guestAllowance
        ) : (
          // A new key remounts the text: moved text would count as a layout shift.
          <span key={String(isAlmostUsedUp)}>
            {texts.guestLeft(
              <strong className="font-semibold">{texts.countOf(left, limit)}</strong>,
              <span className={isAlmostUsedUp ? 'sr-only' : undefined}>{texts.freeTranslations}</span>,
            )}
          </span>
        )}
      </p>
      {!isAlmostUsedUp && <Dots left={left ?? 0} />}
      {isAlmostUsedUp && (
        <button
          type="button"
          onClick={goToSignUp}
          className="-my-1.5 min-h-11 font-semibold text-accent underline underline-offset-4"
        >
          {texts.signUpFor(<span className="max-sm:sr-only">{texts.freeTranslations}</span>)}
        </button>
      )}
    </section>
  );
}

const limit = limits.translations.guest;

function Dots({ left }: { left: number }) {
  return (
    <span aria-hidden="true" className="flex gap-1">
      {Array.from({ length: limit }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the dots are identical
          key={index}
          className={`size-2 rounded-full ${index < left ? 'bg-accent' : 'bg-line'}`}
        />
      ))}
    </span>
  );
}

import { limits } from '../../../shared/limits.ts';
import { goToSignUp } from '../../auth/user.ts';
import * as texts from '../../texts/allowance.tsx';
import type { Status } from '../status.ts';

/** Fits its place in every state, to avoid layout shifts. */
export function GuestBanner({ status }: { status: Status | undefined }) {
  const left = status?.translationsRemaining ?? undefined;
  const isAlmostUsedUp = left !== undefined && left <= 1;
  return (
    <section
      aria-label={texts.guestTranslations}
      className={`flex min-h-11 content-center items-center gap-x-2 text-xs/4 @[44rem]:justify-end ${isAlmostUsedUp ? 'flex-wrap' : ''}`}
    >
      <p role="status" className="tabular">
        {left === undefined ? (
          <span className="@max-[44rem]:sr-only">{texts.guestAllowance}</span>
        ) : (
          // A new key remounts the text: moved text would count as a layout shift.
          <span key={String(isAlmostUsedUp)}>
            {texts.guestLeft(left, limit, {
              figure: (figure) => <strong className="font-semibold">{figure}</strong>,
              unit: (unit) => (
                <span className={isAlmostUsedUp ? 'sr-only' : '@max-[44rem]:sr-only'}>{unit}</span>
              ),
            })}
          </span>
        )}
      </p>
      {!isAlmostUsedUp && <Dots left={left ?? 0} />}
      {isAlmostUsedUp && (
        <button
          type="button"
          onClick={goToSignUp}
          data-offer=""
          // The area for fingers includes the line above.
          className="relative basis-full text-start font-semibold text-accent underline underline-offset-2 after:absolute after:inset-x-0 after:-top-6 after:-bottom-1 @[44rem]:text-end"
        >
          {texts.signUpFor({ unit: (unit) => <span className="@max-[44rem]:sr-only">{unit}</span> })}
        </button>
      )}
    </section>
  );
}

const limit = limits.translations.guest;

function Dots({ left }: { left: number }) {
  return (
    <span aria-hidden="true" className="flex gap-1 @max-[64rem]:hidden">
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

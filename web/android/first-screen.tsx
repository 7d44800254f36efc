import * as texts from '../texts/pages/android.tsx';

/** What the generated project shows when it starts: the template's own App.tsx. */
export function FirstScreen({ className }: { className: string }) {
  return (
    <figure className={className}>
      <div
        aria-hidden="true"
        className="mx-auto h-60 w-44 max-w-full overflow-hidden rounded-t-[1.25rem] border-x-4 border-t-4 border-edge bg-surface [mask-image:linear-gradient(black_70%,transparent)]"
      >
        <div translate="no" lang="en" dir="ltr" className="select-none">
          <div className="grid justify-items-center gap-2 bg-sunken px-3 pt-2 pb-4">
            <span className="h-1 w-10 rounded-full bg-edge" />
            <p className="mt-3 text-center text-lg leading-tight font-bold">
              <span>{texts.template.welcome}</span>
              <br />
              <span>{texts.template.reactNative}</span>
            </p>
          </div>
          <div className="grid gap-1 px-3 pt-3">
            <p className="text-sm font-semibold">{texts.template.stepOne}</p>
            <p className="text-xs text-muted">
              <span>{texts.template.edit}</span>
              <span className="font-semibold text-ink">{texts.template.file}</span>
              <span>{texts.template.toChange}</span>
            </p>
            <p className="mt-2 text-sm font-semibold">{texts.template.seeChanges}</p>
          </div>
        </div>
      </div>
      <figcaption className="mx-auto mt-3 max-w-80 text-center text-sm leading-relaxed text-balance text-muted">
        {texts.firstScreen}
      </figcaption>
    </figure>
  );
}

import { useEffect, useRef, useState } from 'react';
import { ConfigurationCard } from '../android/configuration-card.tsx';
import { listFiles } from '../android/files.ts';
import { FilesCard } from '../android/files-card.tsx';
import { GenerateFailed } from '../android/generate-failed.tsx';
import { NextStepsCard } from '../android/next-steps-card.tsx';
import { type Generated, useGenerator } from '../android/use-generator.ts';
import { BackLink } from '../components/controls/back-link.tsx';
import { Button } from '../components/controls/button.tsx';
import * as texts from '../texts/android.tsx';

export function AndroidSetupPage() {
  const { generated, isPending, hasFailed, generate } = useGenerator();
  const button = useRef<HTMLButtonElement>(null);
  const result = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const isButtonFocused = document.activeElement === button.current;
    if (!generated || !isButtonFocused) return;
    result.current?.querySelector('h2')?.focus({ preventScroll: true });
    // Otherwise only the heading would be visible, below the toast.
    result.current?.scrollIntoView({ block: 'nearest' });
  }, [generated]);

  return (
    <>
      <BackLink />
      <h1 className="mt-2 text-3xl font-bold tracking-tight">{texts.title}</h1>
      <p className="mt-1 mb-4 text-muted">{texts.description}</p>
      <div className="grid gap-3 *:min-w-0 sm:gap-4">
        <Button
          ref={button}
          variant="primary"
          isDisabled={isPending}
          onClick={generate}
          className="min-h-12 sm:justify-self-start"
        >
          {isPending ? texts.generating : texts.generate}
        </Button>
        {hasFailed && (
          <GenerateFailed
            onRetry={() => {
              // The retry button disappears.
              button.current?.focus({ preventScroll: true });
              generate();
            }}
          />
        )}
        <div ref={result} className="empty:hidden">
          {(generated || isPending) && (
            <ConfigurationCard configuration={generated?.configuration} isPending={isPending} />
          )}
        </div>
        {generated && <Details key={generated.generatedAtMs} generated={generated} />}
      </div>
      <p role="status" className="sr-only">
        {generated && isPending && texts.generating}
      </p>
    </>
  );
}

/** Remounted for each configuration, which resets the selection and stops downloads. */
function Details({ generated: { configuration } }: { generated: Generated }) {
  const [files] = useState(() => listFiles(configuration.configFiles));
  return (
    <>
      <FilesCard files={files} />
      <NextStepsCard steps={configuration.buildInstructions} files={files} />
    </>
  );
}

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { listFiles } from '../android/files.ts';
import { FilesCard } from '../android/files-card.tsx';
import { FirstScreen } from '../android/first-screen.tsx';
import { NextStepsCard, type Step } from '../android/next-steps-card.tsx';
import { call, type Received } from '../api.ts';
import { Stats } from '../charts/stats.tsx';
import { Badge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { BackLink } from '../components/controls/back-link.tsx';
import { Button } from '../components/controls/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { Notice, NoticeButton } from '../components/toasts/notice.tsx';
import { buildFailureToast, toasts } from '../components/toasts/toasts.ts';
import * as texts from '../texts/pages/android.tsx';
import { startAtTop } from './arrival.ts';

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
      <Introduction>
        <Button
          ref={button}
          variant="primary"
          isDisabled={isPending}
          onClick={generate}
          className="min-h-12 sm:justify-self-start"
        >
          {isPending ? texts.generating : texts.generate}
        </Button>
      </Introduction>
      <div className="grid gap-3 *:min-w-0 sm:gap-4">
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

/** @param children the button, below what it generates */
function Introduction({ children }: { children: ReactNode }) {
  return (
    <>
      <BackLink />
      <h1 ref={startAtTop} tabIndex={-1} className="mt-2 text-3xl font-bold tracking-tight outline-none">
        {texts.title}
      </h1>
      <p className="mt-1 text-muted">{texts.description}</p>
      <div className="mt-4 mb-6 grid items-start gap-x-10 gap-y-6 *:min-w-0 md:grid-cols-[3fr_2fr] md:grid-rows-[auto_1fr]">
        <ul className="grid gap-2">
          {texts.contents.map((each) => (
            <li key={each} className="flex gap-2">
              <Icon name="check" className="mt-0.5 size-5 shrink-0 text-accent" />
              <span>{each}</span>
            </li>
          ))}
        </ul>
        <FirstScreen className="md:col-start-2 md:row-span-2 md:row-start-1" />
        {children}
      </div>
    </>
  );
}

/** Generates configurations. The last one stays while the next loads or fails. */
function useGenerator() {
  const [generated, setGenerated] = useState<Generated>();
  const { mutate, isPending, isError } = useMutation({
    mutationFn: () =>
      call('android.setup', {
        projectType: 'react-native',
        features: ['translation', 'speech-recognition', 'text-to-speech'],
        preferences: { stability: true, targetSdk: 34 },
      }),
  });

  function generate(): void {
    // Unlike those of `useMutation`, these callbacks do not run after the component has unmounted.
    mutate(undefined, {
      onSuccess(configuration) {
        setGenerated({ configuration, generatedAtMs: Date.now() });
        toasts.show({
          title: texts.generatedTitle,
          description: texts.expectedSuccess(configuration.metadata.expectedSuccessRate),
        });
      },
      onError() {
        toasts.show(buildFailureToast(texts.setupFailedTitle, texts.setupFailed));
      },
    });
  }

  return { generated, isPending, hasFailed: isError, generate };
}

interface Generated {
  readonly configuration: Configuration;
  readonly generatedAtMs: number;
}

function GenerateFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="danger" action={<NoticeButton onClick={onRetry}>{texts.tryAgain}</NoticeButton>}>
      {texts.generateFailed(
        <a href={manualSetupUrl} target="_blank" rel="noreferrer" className="underline underline-offset-4">
          <span>{texts.guide}</span>
          <span className="sr-only">{` ${texts.inNewTab}`}</span>
        </a>,
      )}
    </Notice>
  );
}

const manualSetupUrl = 'https://reactnative.dev/docs/set-up-your-environment';

/** Remounted for each configuration, which resets the selection and stops downloads. */
function Details({ generated: { configuration } }: { generated: Generated }) {
  const [files] = useState(() => listFiles(configuration.configFiles));
  return (
    <>
      <FilesCard files={files} />
      <NextStepsCard steps={wordSteps(configuration)} files={files} />
    </>
  );
}

function wordSteps({ buildInstructions, wording: { steps, values } }: Configuration): readonly Step[] {
  return steps.map(({ code, command }, index) => ({
    text: texts.wordStep(code, values) ?? buildInstructions[index]?.split('`')[0] ?? '',
    command,
  }));
}

/** @param configuration undefined while the first one loads */
function ConfigurationCard({ configuration, isPending }: ConfigurationCardProps) {
  return (
    <Card title={texts.configuration}>
      {configuration ? (
        <Summary configuration={configuration} isBusy={isPending} />
      ) : (
        <Skeleton label={texts.generating} lines={8} />
      )}
    </Card>
  );
}

interface ConfigurationCardProps {
  configuration: Configuration | undefined;
  isPending: boolean;
}

function Summary({ configuration, isBusy }: { configuration: Configuration; isBusy: boolean }) {
  const { configFiles, metadata, versions, wording } = configuration;
  const { from, to } = wording.buildMinutes;
  return (
    <div aria-busy={isBusy} className={`grid gap-5 *:min-w-0 ${isBusy ? 'opacity-60' : ''}`}>
      <Stats
        stats={[
          { label: texts.successRate, figure: metadata.expectedSuccessRate },
          { label: texts.buildTime, figure: texts.buildMinutes(from, to) },
          { label: texts.configFiles, figure: String(Object.keys(configFiles).length) },
        ]}
      />
      <ul aria-label={texts.versions} className="flex flex-wrap gap-2">
        {versionNames.map(([key, name]) => (
          <li key={key}>
            <Badge tone="plain">
              <span translate="no">{`${name} ${versions[key]}`}</span>
            </Badge>
          </li>
        ))}
      </ul>
      <p className="rounded-control bg-accent-soft px-4 py-3 leading-relaxed wrap-break-word">
        <span className="font-semibold">{`${texts.tip} `}</span>
        <span>{texts.optimizedFor(wording.values)}</span>
      </p>
    </div>
  );
}

const versionNames: readonly (readonly [key: keyof Configuration['versions'], name: string])[] = [
  ['gradle', 'Gradle'],
  ['kotlin', 'Kotlin'],
  ['agp', 'AGP'],
  ['androidSdk', 'SDK'],
  ['java', 'Java'],
];

type Configuration = Received<'android.setup'>;

import type { Ref } from 'react';
import { Stats } from '../charts/stat-card.tsx';
import { Badge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { Button } from '../components/controls/button.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { Notice, NoticeButton } from '../components/toasts/notice.tsx';
import type { Configuration } from './use-generator.ts';

export function ConfigurationCard({
  configuration,
  isPending,
  hasFailed,
  button,
  onGenerate,
}: ConfigurationCardProps) {
  return (
    <Card title="Configuration">
      <div className="grid gap-5 *:min-w-0">
        {configuration && <Summary configuration={configuration} isBusy={isPending} />}
        {!configuration && isPending && <Skeleton label="Generating…" lines={8} />}
        {!configuration && !isPending && (
          <p className="leading-relaxed text-muted">
            Generate the files for a React Native app that translates, recognises speech and speaks.
          </p>
        )}
        <Button
          ref={button}
          look="primary"
          isDisabled={isPending}
          onClick={onGenerate}
          className="min-h-12 w-full sm:w-auto sm:justify-self-start"
        >
          {isPending ? 'Generating...' : 'Generate Android Config'}
        </Button>
        {hasFailed && <GenerateFailed onRetry={onGenerate} />}
      </div>
    </Card>
  );
}

interface ConfigurationCardProps {
  configuration: Configuration | undefined;
  isPending: boolean;
  hasFailed: boolean;
  button: Ref<HTMLButtonElement>;
  onGenerate: () => void;
}

function Summary({ configuration, isBusy }: { configuration: Configuration; isBusy: boolean }) {
  const { configFiles, metadata, versions } = configuration;
  return (
    <div aria-busy={isBusy} className={`grid gap-5 *:min-w-0 ${isBusy ? 'opacity-60' : ''}`}>
      <Stats
        stats={[
          { label: 'Success Rate', figure: metadata.expectedSuccessRate },
          { label: 'Build Time', figure: metadata.estimatedBuildTime },
          { label: 'Config Files', figure: String(Object.keys(configFiles).length) },
        ]}
      />
      <ul aria-label="Versions" className="flex flex-wrap gap-2">
        {versionNames.map(([key, name]) => (
          <li key={key}>
            <Badge tone="plain">
              {name} {versions[key]}
            </Badge>
          </li>
        ))}
      </ul>
      <p className="rounded-control bg-accent-soft px-4 py-3 leading-relaxed wrap-break-word">
        <span className="font-semibold">Tip:</span> {metadata.optimizedFor}
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

function GenerateFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="danger" action={<NoticeButton onClick={onRetry}>Try again</NoticeButton>}>
      Failed to generate Android configuration. To set it up by hand, follow{' '}
      <a href={manualSetup} target="_blank" rel="noreferrer" className="underline underline-offset-4">
        React Native’s guide<span className="sr-only"> (in a new tab)</span>
      </a>
      .
    </Notice>
  );
}

const manualSetup = 'https://reactnative.dev/docs/set-up-your-environment';

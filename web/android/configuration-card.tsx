import { Stats } from '../charts/stat-card.tsx';
import { Badge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { Notice } from '../components/toasts/notice.tsx';
import type { Configuration } from './generate.ts';
import { describeOptions } from './options.ts';
import type { Generated } from './use-generator.ts';

export function ConfigurationCard({ generated, isPending, isOutdated }: ConfigurationCardProps) {
  return (
    <Card title="Configuration" className="h-full">
      {generated && <Summary generated={generated} isBusy={isPending} isOutdated={isOutdated} />}
      {!generated && isPending && <Skeleton label="Generating…" lines={8} />}
      {!generated && !isPending && (
        <p className="leading-relaxed text-muted">
          Nothing generated yet. Choose what your app does to get its files, their versions and the next
          steps.
        </p>
      )}
    </Card>
  );
}

interface ConfigurationCardProps {
  generated: Generated | undefined;
  /** Another one is loading. */
  isPending: boolean;
  /** The options have changed since. */
  isOutdated: boolean;
}

function Summary({ generated, isBusy, isOutdated }: SummaryProps) {
  const { options, configuration } = generated;
  const { configFiles, metadata, versions } = configuration;
  return (
    <div aria-busy={isBusy} className={`grid gap-5 *:min-w-0 ${isBusy ? 'opacity-60' : ''}`}>
      {isOutdated && (
        <Notice tone="plain">
          Your options have changed. These files are for the earlier ones, named here. Generate again to
          update them.
        </Notice>
      )}
      <p className="leading-relaxed text-muted">For a React Native app with {describeOptions(options)}.</p>
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

interface SummaryProps {
  generated: Generated;
  isBusy: boolean;
  isOutdated: boolean;
}

const versionNames: readonly (readonly [key: keyof Configuration['versions'], name: string])[] = [
  ['gradle', 'Gradle'],
  ['kotlin', 'Kotlin'],
  ['agp', 'AGP'],
  ['androidSdk', 'SDK'],
  ['java', 'Java'],
];

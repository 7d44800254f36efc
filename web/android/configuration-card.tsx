import type { Received } from '../api.ts';
import { Stats } from '../charts/stats.tsx';
import { Badge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import * as texts from '../texts/android.tsx';

export type Configuration = Received<'android.setup'>;

/** @param configuration undefined while the first one loads */
export function ConfigurationCard({ configuration, isPending }: ConfigurationCardProps) {
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
  const { configFiles, metadata, versions } = configuration;
  return (
    <div aria-busy={isBusy} className={`grid gap-5 *:min-w-0 ${isBusy ? 'opacity-60' : ''}`}>
      <Stats
        stats={[
          { label: texts.successRate, figure: metadata.expectedSuccessRate },
          { label: texts.buildTime, figure: metadata.estimatedBuildTime },
          { label: texts.configFiles, figure: String(Object.keys(configFiles).length) },
        ]}
      />
      <ul aria-label={texts.versions} className="flex flex-wrap gap-2">
        {versionNames.map(([key, name]) => (
          <li key={key}>
            <Badge tone="plain">
              {name} {versions[key]}
            </Badge>
          </li>
        ))}
      </ul>
      <p className="rounded-control bg-accent-soft px-4 py-3 leading-relaxed wrap-break-word">
        <span className="font-semibold">{texts.tip}</span> {metadata.optimizedFor}
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

import { type Ref, useId } from 'react';
import { type AndroidFeature, type AndroidSdk, androidFeatures, androidSdks } from '../../shared/android.ts';
import { Card } from '../components/card.tsx';
import { Button } from '../components/controls/button.tsx';
import { Choice } from '../components/controls/choice.tsx';
import { Toggle } from '../components/controls/toggle.tsx';
import { Notice, NoticeButton } from '../components/toasts/notice.tsx';
import { featureNames, type Options, withFeature } from './options.ts';

export function OptionsCard({
  options,
  isPending,
  hasFailed,
  button,
  onChange,
  onGenerate,
}: OptionsCardProps) {
  const id = useId();
  const isEmpty = options.features.length === 0;
  return (
    <Card title="Options" className="h-full">
      <div className="grid gap-5 *:min-w-0">
        <fieldset aria-describedby={`${id}-none`}>
          <legend className="font-medium">Features</legend>
          {androidFeatures.map((feature) => (
            <Feature
              key={feature}
              feature={feature}
              isWanted={options.features.includes(feature)}
              onChange={(isWanted) => onChange(withFeature(options, feature, isWanted))}
            />
          ))}
          <p id={`${id}-none`} role="status" className="text-sm text-danger">
            {isEmpty && 'Choose at least one feature.'}
          </p>
        </fieldset>
        <Toggle
          label="Stable versions"
          hint="On: proven versions. Off: the newest compatible versions."
          isOn={options.isStable}
          onChange={(isStable) => onChange({ ...options, isStable })}
        />
        <div>
          <p aria-hidden="true" className="mb-2 font-medium">
            Target SDK
          </p>
          <Choice
            label="Target SDK"
            options={sdks}
            value={options.targetSdk}
            onChange={(targetSdk) => onChange({ ...options, targetSdk })}
          />
        </div>
        <Button
          ref={button}
          look="primary"
          isDisabled={isPending || isEmpty}
          aria-describedby={isEmpty ? `${id}-none` : undefined}
          onClick={onGenerate}
          className="min-h-12 w-full"
        >
          {isPending ? 'Generating...' : 'Generate Android Config'}
        </Button>
        {hasFailed && <GenerateFailed onRetry={onGenerate} />}
      </div>
    </Card>
  );
}

interface OptionsCardProps {
  options: Options;
  isPending: boolean;
  hasFailed: boolean;
  button: Ref<HTMLButtonElement>;
  onChange: (options: Options) => void;
  onGenerate: () => void;
}

function Feature({ feature, isWanted, onChange }: FeatureProps) {
  const id = useId();
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5">
      <input
        type="checkbox"
        checked={isWanted}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="size-5 shrink-0 cursor-pointer"
      />
      <span className="min-w-0 flex-1">
        <span id={`${id}-name`} className="block font-medium">
          {featureNames[feature]}
        </span>
        <span id={`${id}-hint`} className="block text-sm text-muted">
          {hints[feature]}
        </span>
      </span>
    </label>
  );
}

interface FeatureProps {
  feature: AndroidFeature;
  isWanted: boolean;
  onChange: (isWanted: boolean) => void;
}

const hints: Record<AndroidFeature, string> = {
  translation: 'Uses an online service.',
  'speech-recognition': 'Uses the microphone and the phone’s speech recognition.',
  'text-to-speech': 'Uses the phone’s voices.',
};

const sdkNames: Record<AndroidSdk, string> = { 34: '34 · Android 14', 35: '35 · Android 15' };

const sdks = androidSdks.map((sdk) => ({ value: sdk, label: sdkNames[sdk] }));

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

import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { isPremium, statusQuery } from '../billing/status.ts';
import { Card } from '../components/card.tsx';
import { Button } from '../components/controls/button.tsx';
import { Slider } from '../components/controls/slider.tsx';
import { Toggle } from '../components/controls/toggle.tsx';
import { Icon } from '../components/icon.tsx';
import { thisBrowser } from '../speech/browser.ts';
import { type InputMethod, inputMethods, methodsInOrder } from '../speech/recognise/input-methods.ts';
import { speaker } from '../speech/speak/speaker.ts';
import { useSpeaker } from '../speech/speak/use-speaker.ts';
import type { Health } from '../system/health.ts';
import { settingsSync } from './run-settings-sync.ts';
import { settings } from './settings.ts';
import { ShortcutsButton } from './shortcuts-button.tsx';
import { testSentence } from './test-sentence.ts';
import { useSettings } from './use-settings.ts';

/** How it speaks and listens. While it is shown, what is set here and the pair of languages are kept by the server. */
export function SettingsCard({ target, health }: { target: string; health: Health | undefined }) {
  const { speechRate, autoPlay, micSensitivity } = useSettings();
  const isHeardByBrowser = useFirstMethod(health) === 'browser';
  const test = testSentence(target);
  const { phase, isSounding, isUnavailable, problem, label } = useSpeaker(
    'test',
    test.language,
    health,
    'Test speech',
  );
  const hasFailed = useSyncExternalStore(settingsSync.subscribe, settingsSync.hasFailed);
  useEffect(settingsSync.start, []);
  return (
    <Card title="Settings">
      <div className="grid gap-5 *:min-w-0">
        <Slider
          label="Speech speed"
          shown={`${(speechRate / 10).toFixed(1)}x`}
          value={speechRate / 10}
          min={0.5}
          max={2}
          step={0.1}
          onChange={(rate) => settings.change({ speechRate: Math.round(rate * 10) })}
        />
        <Toggle
          label="Auto-play"
          hint="Speak each translation when it arrives."
          isOn={autoPlay}
          onChange={(isOn) => settings.change({ autoPlay: isOn })}
        />
        <Slider
          label="Microphone sensitivity"
          shown={String(micSensitivity)}
          hint={
            isHeardByBrowser
              ? 'Has no effect while your browser recognises speech itself.'
              : 'Turn it up for a soft voice, down for a loud place.'
          }
          value={micSensitivity}
          min={1}
          max={10}
          step={1}
          onChange={(value) => settings.change({ micSensitivity: value })}
        />
        <Button
          data-state={phase}
          aria-describedby={isUnavailable ? 'test-speech-muteness' : undefined}
          isDisabled={isUnavailable}
          onClick={() => (isSounding ? speaker.stop() : speaker.speak('test', test.text, test.language))}
          className="w-full"
        >
          <Icon name={isSounding ? 'stop' : 'speaker'} />
          {label}
        </Button>
        <div className="-mt-3 text-sm text-muted">
          {/* The translation's card tells it: here it is read, not told again. */}
          {isUnavailable && <p id="test-speech-muteness">{problem}</p>}
          <p role="status" className={isUnavailable ? undefined : 'min-h-5'}>
            {!isUnavailable && problem}
          </p>
          <p role="status">
            {hasFailed &&
              'Not saved yet. Your settings are kept in this browser, and Parley tries again by itself.'}
          </p>
        </div>
        <ShortcutsButton />
      </div>
    </Card>
  );
}

/** What listens at the next tap. */
function useFirstMethod(health: Health | undefined): InputMethod | undefined {
  const { defaultSourceLang } = useSettings();
  const { data: status } = useQuery(statusQuery);
  const hasPremium = status !== undefined && isPremium(status);
  return useSyncExternalStore(
    inputMethods.subscribe,
    () => methodsInOrder(defaultSourceLang, thisBrowser(), health, hasPremium)[0],
  );
}

import { useQuery } from '@tanstack/react-query';
import { isEntitled, statusQuery } from '../billing/status.ts';
import { forgetReason } from '../browser/remembered.ts';
import { useStore } from '../browser/store.ts';
import { Button } from '../components/controls/button.tsx';
import { Slider } from '../components/controls/slider.tsx';
import { Toggle } from '../components/controls/toggle.tsx';
import { Icon } from '../components/icon.tsx';
import { getBrowser } from '../speech/browser.ts';
import { type InputMethod, inputMethods, orderMethods } from '../speech/recognise/input-methods.ts';
import { useSpeaker } from '../speech/speak/use-speaker.ts';
import type { Health } from '../system/health.ts';
import * as texts from '../texts/account/settings.ts';
import { AppearanceSettings } from './appearance-settings.tsx';
import { InterfaceLanguageSetting } from './interface-language.tsx';
import { PaceSettings } from './pace-settings.tsx';
import { settings, useSettings } from './settings.ts';
import { useHasSaveFailed } from './settings-sync.ts';
import { findTestSentence } from './test-sentence.ts';

interface SettingsPanelProps {
  target: string;
  health: Health | undefined;
}

export function SettingsPanel({ target, health }: SettingsPanelProps) {
  const { speechRate, autoPlay, micSensitivity } = useSettings();
  const isBrowserFirst = useFirstMethod(health) === 'browser';
  return (
    <div className="grid gap-5 *:min-w-0">
      <Slider
        label={texts.speechSpeed}
        valueText={`${(speechRate / 10).toFixed(1)}x`}
        value={speechRate / 10}
        min={0.5}
        max={2}
        step={0.1}
        onChange={(rate) => settings.change({ speechRate: Math.round(rate * 10) })}
      />
      <Toggle
        label={texts.autoPlay}
        hint={texts.autoPlayHint}
        isOn={autoPlay}
        onChange={(isOn) => settings.change({ autoPlay: isOn })}
      />
      <Slider
        label={texts.sensitivity}
        valueText={String(micSensitivity)}
        hint={isBrowserFirst ? texts.sensitivityUnused : texts.sensitivityHint}
        isDisabled={isBrowserFirst}
        value={micSensitivity}
        min={1}
        max={10}
        step={1}
        onChange={(value) => settings.change({ micSensitivity: value })}
      />
      <InterfaceLanguageSetting />
      <PaceSettings />
      <AppearanceSettings />
      <TestSpeech target={target} health={health} />
    </div>
  );
}

function TestSpeech({ target, health }: SettingsPanelProps) {
  const { text, language } = findTestSentence(target);
  const playback = useSpeaker('test', language, health, texts.testSpeech);
  const hasSaveFailed = useHasSaveFailed();
  const reason = useStore(forgetReason);
  return (
    <>
      <Button
        data-state={playback.phase}
        aria-describedby={playback.isUnavailable ? 'test-speech-problem' : undefined}
        isDisabled={playback.isUnavailable}
        onClick={() => playback.toggle(text)}
        className="w-full"
      >
        <Icon name={playback.isActive ? 'stop' : 'speaker'} />
        <span>{playback.label}</span>
      </Button>
      <div className="-mt-3 text-sm text-muted">
        {/* No live region: the translation card announces it already. */}
        {playback.isUnavailable && <p id="test-speech-problem">{playback.problem}</p>}
        <p role="status" className={playback.isUnavailable ? undefined : 'min-h-5'}>
          {!playback.isUnavailable && playback.problem}
        </p>
        <p role="status">{hasSaveFailed && !reason && texts.saveFailed}</p>
        <p role="status">{reason && texts.notRemembered[reason]}</p>
      </div>
    </>
  );
}

function useFirstMethod(health: Health | undefined): InputMethod | undefined {
  const { defaultSourceLang } = useSettings();
  const { data: status } = useQuery(statusQuery);
  const hasPremium = status !== undefined && isEntitled(status);
  return useStore({
    subscribe: inputMethods.subscribe,
    get: () => orderMethods(defaultSourceLang, getBrowser(), health, hasPremium)[0],
  });
}

import { textSizes, themes } from '../../shared/limits.ts';
import { SegmentedControl } from '../components/controls/segmented-control.tsx';
import * as texts from '../texts/account/settings.ts';
import { settings, useSettings } from './settings.ts';

export function AppearanceSettings() {
  const { theme, textSize } = useSettings();
  return (
    <>
      <div>
        <p aria-hidden="true" className="mb-2 font-medium">
          {texts.theme}
        </p>
        <SegmentedControl
          label={texts.theme}
          options={themes.map((value) => ({ value, label: texts.themes[value] }))}
          value={theme}
          onChange={(theme) => settings.change({ theme })}
        />
      </div>
      <div>
        <p aria-hidden="true" className="mb-2 font-medium">
          {texts.textSize}
        </p>
        <SegmentedControl
          label={texts.textSize}
          options={textSizes.map((value) => ({ value, label: `${value}%` }))}
          value={textSize}
          onChange={(textSize) => settings.change({ textSize })}
        />
      </div>
    </>
  );
}

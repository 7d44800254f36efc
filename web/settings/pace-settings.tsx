import { useStore } from '../browser/store.ts';
import { SegmentedControl } from '../components/controls/segmented-control.tsx';
import { Toggle } from '../components/controls/toggle.tsx';
import * as texts from '../texts/account/settings.ts';
import { longPausesMs, pace } from './pace.ts';

export function PaceSettings() {
  const chosen = useStore(pace);
  return (
    <>
      <div>
        <p aria-hidden="true" className="font-medium">
          {texts.pause}
        </p>
        <p className="mb-2 text-sm text-muted">{texts.pauseHint}</p>
        <SegmentedControl
          label={texts.pause}
          options={pauses}
          value={chosen.pauseMs ?? 0}
          onChange={(pauseMs) => pace.set({ ...chosen, pauseMs: pauseMs || undefined })}
        />
      </div>
      <Toggle
        label={texts.readAfterAnnouncement}
        hint={texts.readAfterAnnouncementHint}
        isOn={chosen.readsAfterAnnouncement}
        onChange={(readsAfterAnnouncement) => pace.set({ ...chosen, readsAfterAnnouncement })}
      />
    </>
  );
}

const pauses = [
  { value: 0, label: texts.standardPause },
  ...longPausesMs.map((value) => ({ value, label: texts.pauseOf(value / 1_000) })),
];

import { Button } from '../../components/controls/button.tsx';
import { PathIcon } from '../../components/icon.tsx';
import * as texts from '../../texts/guides.ts';
import { GuideCard } from './guide-card.tsx';
import type { GuideProps } from './guide-props.ts';

export function TroubleCard({ onRetry, onOpen, onClose }: GuideProps) {
  return (
    <GuideCard title={texts.stoppedListening} onClose={onClose}>
      <p className="leading-relaxed">{texts.commonCauses}</p>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2">
        {tips.map(({ title, text, icon }) => (
          <li key={title} className="flex gap-3">
            <PathIcon path={icon} className="mt-0.5 size-5 shrink-0 text-accent" />
            <div className="min-w-0 flex-1 leading-snug">
              <p className="font-medium wrap-anywhere hyphens-auto">{title}</p>
              <p className="mt-0.5 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="primary" onClick={onRetry} className="grow sm:grow-0">
          {texts.tryAgain}
        </Button>
        <Button onClick={() => onOpen('type-instead')} className="grow sm:grow-0">
          {texts.typeInstead}
        </Button>
      </div>
    </GuideCard>
  );
}

const tips = [
  {
    title: texts.otherApp,
    text: texts.otherAppText,
    icon: 'M9 5h9.5A1.5 1.5 0 0 1 20 6.5V14M5.5 9.5H14a1.5 1.5 0 0 1 1.5 1.5v6.5A1.5 1.5 0 0 1 14 19H5.5A1.5 1.5 0 0 1 4 17.5V11a1.5 1.5 0 0 1 1.5-1.5Z',
  },
  {
    title: texts.headset,
    text: texts.headsetText,
    icon: 'M4.5 16v-4a7.5 7.5 0 0 1 15 0v4M4.5 14h2A1.5 1.5 0 0 1 8 15.5v3A1.5 1.5 0 0 1 6.5 20H6a1.5 1.5 0 0 1-1.5-1.5ZM19.5 14h-2a1.5 1.5 0 0 0-1.5 1.5v3a1.5 1.5 0 0 0 1.5 1.5h.5a1.5 1.5 0 0 0 1.5-1.5Z',
  },
  {
    title: texts.noise,
    text: texts.noiseText,
    icon: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5m0-5-5 5',
  },
  {
    title: texts.longPause,
    text: texts.longPauseText,
    icon: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2',
  },
];

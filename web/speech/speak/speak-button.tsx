import { Button } from '../../components/controls/button.tsx';
import { Icon } from '../../components/icon.tsx';
import type { SpeakOptions } from './say.ts';
import type { Playback } from './use-speaker.ts';

export function SpeakButton({ playback, text, options, className, labelClasses }: SpeakButtonProps) {
  const label = playback.isUnavailable ? playback.problem : playback.label;
  return (
    <Button
      variant="quiet"
      data-state={playback.phase}
      isDisabled={playback.isUnavailable}
      aria-label={label}
      data-tooltip={label}
      onClick={() => playback.toggle(text, options)}
      className={className}
    >
      <Icon name={playback.isActive ? 'stop' : 'speaker'} />
      {labelClasses && <span className={labelClasses}>{playback.label}</span>}
    </Button>
  );
}

interface SpeakButtonProps {
  playback: Playback;
  text: string;
  options?: SpeakOptions;
  className?: string;
  /** If so, it shows its label. */
  labelClasses?: string;
}

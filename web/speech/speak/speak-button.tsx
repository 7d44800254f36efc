import { Button } from '../../components/controls/button.tsx';
import { Icon } from '../../components/icon.tsx';
import type { SpeakOptions } from './say.ts';
import type { SpeakControl } from './use-speaker.ts';

export function SpeakButton({ speak, text, options, className }: SpeakButtonProps) {
  const label = speak.isUnavailable ? speak.problem : speak.label;
  return (
    <Button
      variant="quiet"
      data-state={speak.phase}
      isDisabled={speak.isUnavailable}
      aria-label={label}
      data-tooltip={label}
      onClick={() => speak.toggle(text, options)}
      className={className}
    >
      <Icon name={speak.isActive ? 'stop' : 'speaker'} />
    </Button>
  );
}

interface SpeakButtonProps {
  speak: SpeakControl;
  text: string;
  options?: SpeakOptions;
  className?: string;
}

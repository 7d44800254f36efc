import { useRef } from 'react';
import { Icon, type IconName } from '../../components/icon.tsx';
import * as texts from '../../texts/conversation.ts';
import { RecordExtras } from '../input/record-extras.tsx';
import type { Phase } from '../translator/translator.ts';

export function TalkButton({
  language,
  phase,
  isWaiting,
  isBusy,
  isDisabled,
  onTap,
  onCancel,
}: TalkButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { label, icon } = looks[phase];
  return (
    <div className="relative grid size-16 place-items-center">
      <RecordExtras phase={phase} button={button} onTap={onTap} onCancel={onCancel} />
      {(isWaiting || (phase !== 'idle' && phase !== 'listening')) && (
        <span className="absolute -inset-1.5 animate-spin rounded-full border-3 border-transparent border-t-accent" />
      )}
      <button
        ref={button}
        type="button"
        data-state={phase}
        data-talk
        aria-label={isWaiting && isBusy ? texts.cancelTurn : (label ?? texts.speakIn(language))}
        aria-disabled={(phase === 'idle' && isDisabled) || undefined}
        onClick={onTap}
        className={`relative grid size-16 touch-manipulation place-items-center rounded-full transition-[background-color,scale] duration-200 ease-calm select-none active:[scale:0.95] aria-disabled:bg-sunken aria-disabled:text-muted ${
          isWaiting
            ? 'bg-accent-soft text-accent'
            : 'bg-accent text-on-accent float-shadow hover:bg-accent-strong aria-disabled:[box-shadow:none]'
        }`}
      >
        <Icon name={icon} className="size-7" />
      </button>
    </div>
  );
}

interface TalkButtonProps {
  language: string;
  phase: Phase;
  isWaiting: boolean;
  isBusy: boolean;
  isDisabled: boolean;
  onTap: () => void;
  onCancel: () => void;
}

const looks: Record<Phase, { label?: string; icon: IconName }> = {
  idle: { icon: 'microphone' },
  asking: { label: texts.cancelRecording, icon: 'microphone' },
  listening: { label: texts.stopRecording, icon: 'stop' },
  finishing: { label: texts.cancel, icon: 'close' },
  recognising: { label: texts.cancel, icon: 'close' },
  translating: { label: texts.cancel, icon: 'close' },
};

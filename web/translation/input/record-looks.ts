import type { IconName } from '../../components/icon.tsx';
import * as texts from '../../texts/translator.ts';
import type { Phase } from '../translator/translator.ts';

export const recordLooks: Record<Phase, { label: string; icon: IconName }> = {
  idle: { label: texts.startRecording, icon: 'microphone' },
  asking: { label: texts.cancelRecording, icon: 'microphone' },
  listening: { label: texts.stopRecording, icon: 'stop' },
  finishing: { label: texts.cancel, icon: 'close' },
  recognising: { label: texts.cancel, icon: 'close' },
  translating: { label: texts.cancel, icon: 'close' },
};

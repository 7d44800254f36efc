import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { statusQuery } from '../billing/status.ts';
import { whenIdle } from '../components/idle.ts';
import type { Health } from '../system/health.ts';
import { type SpeakerState, type Subject, speaker } from './speaker.ts';

/**
 * The button that speaks a text in the language: how it stands with it, what it reads, and why nothing is heard.
 *
 * @param label what it reads while there is nothing else to say
 */
export function useSpeaker(
  subject: Subject,
  language: string,
  health: Health | undefined,
  label = 'Speak',
): SpeakButton {
  const state = useSyncExternalStore(speaker.subscribe, speaker.get);
  const { phase, problem }: Partial<SpeakerState> = state.subject === subject ? state : {};
  const muteness = useMuteness(language, health);
  const isSounding = phase === 'preparing' || phase === 'speaking';
  return {
    phase: phase ?? 'silent',
    isSounding,
    isMute: muteness !== undefined,
    problem: muteness ?? problem,
    label: isSounding ? 'Stop' : phase === 'queued' ? 'Tap to Hear' : label,
  };
}

interface SpeakButton extends Pick<SpeakerState, 'phase' | 'problem'> {
  /** A tap stops it. */
  readonly isSounding: boolean;
  /** Nothing here can say it. */
  readonly isMute: boolean;
  readonly label: string;
}

/**
 * Why a text in the language cannot be heard here, for people; undefined where it can, and as long as nothing is
 * known. Asks again when what can be done here, what the visitor may do, or the browser's voices become known.
 */
function useMuteness(language: string, health: Health | undefined): string | undefined {
  const { data: status } = useQuery(statusQuery);
  const [muteness, setMuteness] = useState<string>();
  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    whenIdle.then(speaker.prefetch).then(
      ({ whyMute, onVoicesChanged }) => {
        if (isGone) return;
        const ask = () => setMuteness(whyMute(language, health, status));
        ask();
        stop = onVoicesChanged(ask);
      },
      () => {},
    );
    return () => {
      isGone = true;
      stop();
    };
  }, [language, health, status]);
  return muteness;
}

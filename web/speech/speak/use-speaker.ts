import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { statusQuery } from '../../billing/status.ts';
import { whenIdle } from '../../browser/idle.ts';
import type { Health } from '../../system/health.ts';
import { type SpeakerState, type Subject, speaker } from './speaker.ts';

/**
 * The button that speaks a text in the language: how it stands with it, what it reads, and why nothing is heard.
 *
 * @param label what it reads while there is nothing else to say
 * @param text what it speaks: its sound may have been kept
 */
export function useSpeaker(
  subject: Subject,
  language: string,
  health: Health | undefined,
  label = 'Speak',
  text?: string,
): SpeakButton {
  const state = useSyncExternalStore(speaker.subscribe, speaker.get);
  const { phase, problem }: Partial<SpeakerState> = state.subject === subject ? state : {};
  const muteness = useMuteness(language, health, text);
  const isSounding = phase === 'preparing' || phase === 'speaking';
  return {
    phase: phase ?? 'silent',
    isSounding,
    isUnavailable: muteness !== undefined,
    problem: muteness ?? problem,
    label: isSounding ? 'Stop' : phase === 'queued' ? 'Tap to Hear' : label,
  };
}

interface SpeakButton extends Pick<SpeakerState, 'phase' | 'problem'> {
  /** A tap stops it. */
  readonly isSounding: boolean;
  /** Nothing here can say it. */
  readonly isUnavailable: boolean;
  readonly label: string;
}

/** Why the text cannot be heard here, for people; undefined where it can, and as long as nothing is known. */
function useMuteness(language: string, health: Health | undefined, text?: string): string | undefined {
  const { data: status } = useQuery(statusQuery);
  const [muteness, setMuteness] = useState<string>();
  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    whenIdle.then(speaker.prefetch).then(
      ({ watchSpeakProblem }) => {
        if (!isGone) stop = watchSpeakProblem(text, language, health, status, setMuteness);
      },
      () => {},
    );
    return () => {
      isGone = true;
      stop();
    };
  }, [text, language, health, status]);
  return muteness;
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { statusQuery } from '../../billing/status.ts';
import { watchWhenIdle } from '../../browser/idle.ts';
import { useStore } from '../../browser/store.ts';
import type { Health } from '../../system/health.ts';
import * as texts from '../../texts/speech.ts';
import type { SpeakOptions } from './say.ts';
import { type SpeakerState, type Subject, speaker } from './speaker.ts';

export function useSpeaker(
  subject: Subject,
  language: string,
  health: Health | undefined,
  label = texts.speak,
  text?: string,
) {
  const state = useStore(speaker);
  const { phase, problem }: Partial<SpeakerState> = state.subject === subject ? state : {};
  const speakProblem = useSpeakProblem(language, health, text);
  const isActive = phase === 'preparing' || phase === 'speaking';
  return {
    phase: phase ?? 'silent',
    isActive,
    isUnavailable: speakProblem !== undefined,
    problem: speakProblem ?? problem,
    label: isActive ? texts.stop : phase === 'queued' ? texts.tapToHear : label,
    toggle(text: string, options?: SpeakOptions): void {
      if (isActive) speaker.stop();
      else speaker.speak(subject, text, language, options);
    },
  };
}

export type Playback = ReturnType<typeof useSpeaker>;

function useSpeakProblem(language: string, health: Health | undefined, text?: string): string | undefined {
  const { data: status } = useQuery(statusQuery);
  const [problem, setProblem] = useState<string>();
  useEffect(
    () =>
      watchWhenIdle(speaker.loadSay, ({ watchSpeakProblem }) =>
        watchSpeakProblem(text, language, health, status, setProblem),
      ),
    [text, language, health, status],
  );
  return problem;
}

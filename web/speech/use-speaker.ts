import { useEffect, useState, useSyncExternalStore } from 'react';
import { whenIdle } from '../components/idle.ts';
import type { Health } from '../system/health.ts';
import { type SpeakerState, type Subject, speaker } from './speaker.ts';

/** How the speaker is as the subject's own button sees it: undefined while it is about something else. */
export function useSpeaker(subject: Subject): SpeakerState | undefined {
  const state = useSyncExternalStore(speaker.subscribe, speaker.get);
  return state.subject === subject ? state : undefined;
}

/**
 * Whether a text in the language can be heard here; yes, as long as nothing is known. Asks again when the
 * browser's voices become known.
 */
export function useHasVoice(language: string, health: Health | undefined): boolean {
  const [canHear, setCanHear] = useState(true);
  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    whenIdle.then(speaker.prefetch).then(
      ({ hasVoice, onVoicesChanged }) => {
        if (isGone) return;
        const ask = () => setCanHear(hasVoice(language, health));
        ask();
        stop = onVoicesChanged(ask);
      },
      () => {},
    );
    return () => {
      isGone = true;
      stop();
    };
  }, [language, health]);
  return canHear;
}

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { limits } from '../../shared/limits.ts';
import { useIsSignedIn } from '../auth/session.ts';
import { countTranslationsLeft, statusQuery } from '../billing/status.ts';
import { useOnline } from '../browser/online.ts';
import type { TranslatorEvent } from './translator/translator.ts';

/** Also sends the allowance to the state machine. */
export function useCallerStatus(send: (event: TranslatorEvent) => void) {
  const { data: known, isError, dataUpdatedAt } = useQuery(statusQuery);
  // Without a status, everything is allowed: the server decides.
  const status = isError ? undefined : known;
  const isSignedIn = useIsSignedIn();
  const isGuest = status?.isGuest ?? !isSignedIn;
  // Without a connection only the device translates, which counts nothing.
  const isUsedUp = useOnline() && countTranslationsLeft(status) === 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a refetch is sent even if nothing changed
  useEffect(() => {
    const textCharacters = limits.textCharacters[isGuest ? 'guest' : 'user'];
    send({ type: 'allowance-updated', allowance: { isUsedUp, textCharacters } });
  }, [isGuest, isUsedUp, dataUpdatedAt, send]);

  return { status, isGuest };
}

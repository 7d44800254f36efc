import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { capitalise, getName } from '../../language/language-name.ts';
import * as texts from '../../texts/offline/translation.ts';
import { warmUp } from '../translation/translate-here.ts';
import { type TranslationReadiness, translationReadinessQuery } from './readiness.ts';

/** Without a connection: whether this device translates the pair, and what to do if not. */
export function PairNote({ source, target, isBusy }: PairNoteProps) {
  const { data } = useQuery(translationReadinessQuery(source, target));
  const isWarmUpDue = isBusy && data?.by === 'models' && data.isReady;
  useEffect(() => {
    // What fails here fails again, with words, when the visitor translates.
    if (isWarmUpDue) warmUp(source, target).catch(() => {});
  }, [isWarmUpDue, source, target]);
  return data && <p>{capitalise(describe(data, getName(source), getName(target)))}</p>;
}

interface PairNoteProps {
  source: string;
  target: string;
  /** The visitor types or speaks. */
  isBusy: boolean;
}

function describe(translation: TranslationReadiness, source: string | undefined, target: string | undefined) {
  if (translation.by === 'none') {
    if (translation.reason === 'no-engine') return texts.noEngine;
    if (translation.reason === 'no-storage') return texts.notKept;
  } else {
    if (translation.isReady) return texts.pairWorks(source, target);
    if (translation.by === 'models' && translation.isGone) return texts.modelsGone;
  }
  return texts.pairMissing(source, target);
}

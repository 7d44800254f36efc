import { useEffect, useId, useRef, useState } from 'react';
import { areVariants, isLanguageCode } from '../../../shared/languages.ts';
import { call } from '../../api.ts';
import { statusQuery } from '../../billing/status.ts';
import { reveal } from '../../browser/reveal.ts';
import { Button } from '../../components/controls/button.tsx';
import { queryClient } from '../../queries.ts';
import { canTranslate, type Health } from '../../system/health.ts';
import * as texts from '../../texts/translator.ts';
import { getTextProps } from '../language-name.ts';
import { createRequestKeys, describeCallFailure } from '../translator/run-translator.ts';
import type { MachineProps, TranslatorProps, TranslatorState } from '../translator/translator.ts';
import { Pronunciation } from './pronunciation/pronunciation.tsx';
import { TranslationCost } from './translation-cost.tsx';

export function TranslationDetails({ translator, health, send }: TranslatorProps) {
  const { phase, translation } = translator;
  return (
    <>
      {phase !== 'translating' && translation && (
        <Pronunciation {...translation} className="mt-1 whitespace-pre-wrap" />
      )}
      <BackTranslation translator={translator} health={health} send={send} />
    </>
  );
}

/** The result is not saved in the history. */
function BackTranslation({ translator, health, send }: TranslatorProps) {
  const { phase, translation, original } = translator;
  const id = useId();
  const [state, toggle] = useBackTranslation(translator, send);
  const answer = useRef<HTMLDivElement>(null);
  const isAnswerShown = state.phase === 'answered' && state.isShown;
  useEffect(() => {
    if (isAnswerShown) reveal(answer.current);
  }, [isAnswerShown]);
  if (phase === 'translating' || !translation || !canTranslateBack(translator, health)) return null;

  const hasCost = state.phase === 'idle' || state.phase === 'failed';
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-2">
        {/* The same button in each phase, so that it keeps the focus. */}
        <Button
          variant="quiet"
          aria-describedby={hasCost ? `${id}-cost` : undefined}
          aria-controls={`${id}-meaning`}
          onClick={() => toggle(translation)}
          className="-ml-2 px-2 underline underline-offset-4"
        >
          {chooseLabel(state)}
        </Button>
        <p id={`${id}-cost`} className="text-sm text-muted empty:hidden">
          {hasCost && <TranslationCost />}
        </p>
      </div>
      <div id={`${id}-meaning`} role="status">
        {state.phase === 'pending' && <p className="text-muted">{texts.translatingBack}</p>}
        {state.phase === 'failed' && <p className="font-medium text-danger">{state.message}</p>}
        {isAnswerShown && (
          <div ref={answer} className="mt-1 scroll-my-4 animate-rise rounded-control bg-sunken px-4 py-3">
            <p className="text-sm text-muted">{texts.meaning}</p>
            <p
              data-testid="meaning"
              {...getTextProps(original.language)}
              className="mt-1 leading-relaxed whitespace-pre-wrap wrap-anywhere"
            >
              {state.text}
            </p>
          </div>
        )}
      </div>
    </div>
  );
}

type BackTranslationState =
  | { readonly phase: 'idle' | 'pending' }
  | { readonly phase: 'answered'; readonly text: string; readonly isShown: boolean }
  | { readonly phase: 'failed'; readonly message: string };

function useBackTranslation(
  { translation, original, allowance }: TranslatorState,
  send: MachineProps['send'],
) {
  const [state, setState] = useState<BackTranslationState>({ phase: 'idle' });
  const [lastTranslation, setLastTranslation] = useState(translation);
  const controller = useRef<AbortController>(undefined);
  const [getKey] = useState(() => createRequestKeys());

  if (lastTranslation !== translation) {
    setLastTranslation(translation);
    setState({ phase: 'idle' });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new translation cancels the request for the previous one
  useEffect(() => () => controller.current?.abort(), [translation]);

  async function translateBack(text: string, sourceLanguage: string): Promise<void> {
    const request = { text, sourceLanguage, targetLanguage: original.language, isPrivate: true };
    controller.current = new AbortController();
    const { signal } = controller.current;
    setState({ phase: 'pending' });
    try {
      const { translatedText } = await call('translation.translate', request, {
        signal,
        idempotencyKey: getKey(request),
      });
      setState({ phase: 'answered', text: translatedText, isShown: true });
    } catch (error) {
      if (signal.aborted) return;
      setState({ phase: 'failed', message: describeCallFailure(error, texts.translateBackFailed) });
    } finally {
      queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
    }
  }

  function toggle({ text, language }: { text: string; language: string }): void {
    if (state.phase === 'pending') {
      controller.current?.abort();
      setState({ phase: 'idle' });
    } else if (state.phase === 'answered') setState({ ...state, isShown: !state.isShown });
    else if (allowance.isUsedUp) send({ type: 'limit-dialog-opened' });
    else translateBack(text, language);
  }

  return [state, toggle] as const;
}

function chooseLabel(state: BackTranslationState): string {
  if (state.phase !== 'answered') return texts.translateBackLabels[state.phase];
  return state.isShown ? texts.hideBackTranslation : texts.showBackTranslation;
}

export function canTranslateBack(
  { translation, original, allowance }: TranslatorState,
  health: Health | undefined,
): boolean {
  if (!translation || !isLanguageCode(original.language)) return false;
  return (
    !areVariants(translation.language, original.language) &&
    translation.text.trim() !== '' &&
    translation.text.length <= allowance.textCharacters &&
    canTranslate(health, translation.language, original.language)
  );
}

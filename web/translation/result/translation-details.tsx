import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { areVariants, isLanguageCode } from '../../../shared/languages.ts';
import { hasText } from '../../../shared/text/has-text.ts';
import { call } from '../../api.ts';
import { statusQuery } from '../../billing/status.ts';
import { reveal } from '../../browser/screen/reveal.ts';
import { Button } from '../../components/controls/button.tsx';
import { queryClient } from '../../queries.ts';
import type { FailureTexts } from '../../speech/recognise/listening.ts';
import { canTranslate, type Health } from '../../system/health.ts';
import * as texts from '../../texts/translator.ts';
import { getTextProps } from '../text-props.ts';
import { createRequestKeys, describeCallFailure } from '../translator/run-translator.ts';
import type { TranslatorProps, TranslatorState } from '../translator/translator.ts';
import { UndoNote } from '../undo-note.tsx';
import { DeviceNote } from './device-note.tsx';
import { Pronunciation } from './pronunciation/pronunciation.tsx';
import { TranslationCost, UncountedNote } from './translation-cost.tsx';

export function TranslationDetails({ translator, health, send }: TranslatorProps) {
  const { phase, translation, original } = translator;
  if (phase === 'translating') return null;
  if (!translation) return <UndoNote card="card-translation" translator={translator} send={send} />;
  return (
    <>
      <UncountedNote {...translation} />
      {translation.isOnDevice && <DeviceNote translator={translator} send={send} />}
      <Pronunciation {...translation} className="mt-1 whitespace-pre-wrap" />
      {canTranslateBack(translator, health) && (
        <BackTranslation
          key={JSON.stringify([original, translation])}
          {...{ original, translation, send }}
          isUsedUp={translator.allowance.isUsedUp}
        />
      )}
    </>
  );
}

/** The result is not saved in the history. */
function BackTranslation(props: BackTranslationProps) {
  const { original, translation, isUsedUp, send } = props;
  const id = useId();
  const [isShown, setShown] = useState(true);
  const { status, data, error, mutate, cancel } = useBackTranslation(props);
  const answer = useRef<HTMLDivElement>(null);
  const isAnswerShown = status === 'success' && isShown;
  useEffect(() => {
    if (isAnswerShown) reveal(answer.current);
  }, [isAnswerShown]);

  function onPress(): void {
    if (status === 'pending') cancel();
    else if (status === 'success') setShown(!isShown);
    else if (isUsedUp) send({ type: 'limit-dialog-opened' });
    else mutate();
  }

  const hasCost = status === 'idle' || status === 'error';
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-2">
        {/* The same button in each phase, so that it keeps the focus. */}
        <Button
          variant="quiet"
          aria-describedby={hasCost ? `${id}-cost` : undefined}
          aria-controls={`${id}-meaning`}
          onClick={onPress}
          className="-ms-2 px-2 underline underline-offset-4"
        >
          {status === 'success' && isShown ? texts.hideBackTranslation : texts.translateBackLabels[status]}
        </Button>
        <p id={`${id}-cost`} className="text-sm text-muted empty:hidden">
          {hasCost && <TranslationCost text={translation.text} />}
        </p>
      </div>
      <div id={`${id}-meaning`} role="status">
        {status === 'pending' && <p className="text-muted">{texts.translatingBack}</p>}
        {status === 'error' && <BackFailure {...describeCallFailure(error, texts.translateBackFailed)} />}
        {isAnswerShown && (
          <div ref={answer} className="mt-1 scroll-my-4 animate-rise rounded-control bg-sunken px-4 py-3">
            <p className="text-sm text-muted">{texts.meaning}</p>
            <p
              data-testid="meaning"
              {...getTextProps(original.language)}
              className="mt-1 leading-relaxed whitespace-pre-wrap wrap-anywhere"
            >
              {data?.translatedText}
            </p>
            <UncountedNote {...data} />
          </div>
        )}
      </div>
    </div>
  );
}

interface BackTranslationProps extends Pick<TranslatorProps, 'send'> {
  translation: NonNullable<TranslatorState['translation']>;
  original: TranslatorState['original'];
  isUsedUp: boolean;
}

const getKey = createRequestKeys();

function useBackTranslation({ translation, original }: BackTranslationProps) {
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const { reset, ...request } = useMutation({
    mutationFn: () => {
      const { text, language: sourceLanguage } = translation;
      const input = { text, sourceLanguage, targetLanguage: original.language, isPrivate: true };
      controller.current = new AbortController();
      const { signal } = controller.current;
      return call('translation.translate', input, { signal, idempotencyKey: getKey(input) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: statusQuery.queryKey }),
  });

  function cancel(): void {
    controller.current?.abort();
    reset();
  }

  return { ...request, cancel };
}

export function canTranslateBack(
  { translation, original, allowance }: TranslatorState,
  health: Health | undefined,
): boolean {
  if (!translation || !isLanguageCode(original.language)) return false;
  return (
    !areVariants(translation.language, original.language) &&
    hasText(translation.text) &&
    translation.text.length <= allowance.textCharacters &&
    canTranslate(health, translation.language, original.language)
  );
}

function BackFailure({ text, advice }: FailureTexts) {
  return (
    <div className="font-medium text-danger">
      <p>{text}</p>
      {advice && <p>{advice}</p>}
    </div>
  );
}

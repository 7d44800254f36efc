import { useEffect, useId, useRef, useState } from 'react';
import { findLanguage, getDirection, isLanguageCode } from '../../../shared/languages.ts';
import { call as callApi } from '../../api.ts';
import { statusQuery } from '../../billing/status.ts';
import { reveal } from '../../browser/reveal.ts';
import { Button } from '../../components/controls/button.tsx';
import { queryClient } from '../../queries.ts';
import { canTranslate, type Health } from '../../system/health.ts';
import * as texts from '../../texts/translator-parts.ts';
import type { Conversation, ConversationEvent } from '../conversation/conversation.ts';
import { createRequestKeys } from '../conversation/request-key.ts';
import { describeFailedCall } from '../conversation/run-conversation.ts';
import { TranslationCost } from './translation-cost.tsx';

/** The result is not saved in the history. */
export function BackTranslation({ conversation, health, send }: BackTranslationProps) {
  const { phase, translation, original } = conversation;
  const id = useId();
  const [check, press] = useBackTranslation(conversation, send);
  const answer = useRef<HTMLDivElement>(null);
  const isAnswerShown = check.phase === 'answered' && check.isShown;
  useEffect(() => {
    if (isAnswerShown) reveal(answer.current);
  }, [isAnswerShown]);
  if (phase === 'translating' || !translation || !canTranslateBack(conversation, health)) return null;

  const hasCost = check.phase === 'idle' || check.phase === 'failed';
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-2">
        {/* The same button in each phase, so that it keeps the focus. */}
        <Button
          variant="quiet"
          aria-describedby={hasCost ? `${id}-cost` : undefined}
          aria-controls={`${id}-meaning`}
          onClick={() => press(translation)}
          className="-ml-2 px-2 underline underline-offset-4"
        >
          {chooseLabel(check)}
        </Button>
        <p id={`${id}-cost`} className="text-sm text-muted empty:hidden">
          {hasCost && <TranslationCost />}
        </p>
      </div>
      <div id={`${id}-meaning`} role="status">
        {check.phase === 'asking' && <p className="text-muted">{texts.translatingBack}</p>}
        {check.phase === 'failed' && <p className="font-medium text-danger">{check.sentence}</p>}
        {isAnswerShown && (
          <div ref={answer} className="mt-1 scroll-my-4 animate-rise rounded-control bg-sunken px-4 py-3">
            <p className="text-sm text-muted">{texts.meaning}</p>
            <p
              data-testid="meaning"
              lang={findLanguage(original.language)?.code}
              dir={getDirection(original.language)}
              className="mt-1 leading-relaxed whitespace-pre-wrap wrap-anywhere"
            >
              {check.text}
            </p>
          </div>
        )}
      </div>
    </div>
  );
}

interface BackTranslationProps {
  conversation: Conversation;
  health: Health | undefined;
  send: (event: ConversationEvent) => void;
}

type Check =
  | { readonly phase: 'idle' | 'asking' }
  | { readonly phase: 'answered'; readonly text: string; readonly isShown: boolean }
  | { readonly phase: 'failed'; readonly sentence: string };

function useBackTranslation(
  { translation, original, allowance }: Conversation,
  send: (event: ConversationEvent) => void,
): [Check, (translation: { text: string; language: string }) => void] {
  const [check, setCheck] = useState<Check>({ phase: 'idle' });
  const [checked, setChecked] = useState(translation);
  const call = useRef<AbortController>(undefined);
  const [keyFor] = useState(() => createRequestKeys());

  if (checked !== translation) {
    setChecked(translation);
    setCheck({ phase: 'idle' });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new translation cancels the check of the previous one
  useEffect(() => () => call.current?.abort(), [translation]);

  async function ask(text: string, sourceLanguage: string): Promise<void> {
    const asked = { text, sourceLanguage, targetLanguage: original.language, isPrivate: true };
    call.current = new AbortController();
    const { signal } = call.current;
    setCheck({ phase: 'asking' });
    try {
      const { translatedText } = await callApi('translation.translate', asked, {
        signal,
        idempotencyKey: keyFor(asked),
      });
      setCheck({ phase: 'answered', text: translatedText, isShown: true });
    } catch (error) {
      if (signal.aborted) return;
      setCheck({ phase: 'failed', sentence: describeFailedCall(error, texts.translateBackFailed) });
    } finally {
      queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
    }
  }

  function press({ text, language }: { text: string; language: string }): void {
    if (check.phase === 'asking') {
      call.current?.abort();
      setCheck({ phase: 'idle' });
    } else if (check.phase === 'answered') setCheck({ ...check, isShown: !check.isShown });
    else if (allowance.isUsedUp) send({ type: 'limit-opened' });
    else ask(text, language);
  }

  return [check, press];
}

function chooseLabel(check: Check): string {
  if (check.phase !== 'answered') return texts.translateBackLabels[check.phase];
  return check.isShown ? texts.hideBackTranslation : texts.showBackTranslation;
}

export function canTranslateBack(
  { translation, original, allowance }: Conversation,
  health: Health | undefined,
): boolean {
  if (!translation || !isLanguageCode(original.language)) return false;
  const [from, to] = [findLanguage(translation.language), findLanguage(original.language)];
  return (
    from?.translate !== to?.translate &&
    translation.text.trim() !== '' &&
    translation.text.length <= allowance.textCharacters &&
    canTranslate(health, translation.language, original.language)
  );
}

import { useEffect, useId, useRef, useState } from 'react';
import { directionOf, findLanguage, isLanguageCode } from '../../../shared/languages.ts';
import { call } from '../../api.ts';
import { statusQuery } from '../../billing/status.ts';
import { Button } from '../../components/controls/button.tsx';
import { queryClient } from '../../queries.ts';
import { canTranslate, type Health } from '../../system/health.ts';
import type { Conversation, ConversationEvent } from '../conversation/conversation.ts';
import { createRequestKeys } from '../conversation/request-key.ts';
import { explain } from '../conversation/run-conversation.ts';
import { TranslationCost } from './translation-cost.tsx';

/**
 * The translation, translated back when somebody asks for it, so that they see what will be read. What came back stays
 * as long as the translation; it is a check and goes into no history.
 */
export function MeaningCheck({ conversation, health, send }: MeaningCheckProps) {
  const { phase, translation, original, allowance } = conversation;
  const id = useId();
  const [check, setCheck] = useState<Check>({ phase: 'idle', isShown: true });
  const [checked, setChecked] = useState(translation);
  const asking = useRef<AbortController>(undefined);
  const [keyFor] = useState(() => createRequestKeys());

  // Another translation means something else.
  if (checked !== translation) {
    setChecked(translation);
    setCheck({ phase: 'idle', isShown: true });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked about one translation ends with it
  useEffect(() => () => asking.current?.abort(), [translation]);

  if (phase === 'translating' || !translation || !canCheck(conversation, health)) return null;

  function ask(text: string, sourceLanguage: string): void {
    const asked = { text, sourceLanguage, targetLanguage: original.language, isPrivate: true };
    asking.current = new AbortController();
    const { signal } = asking.current;
    setCheck({ phase: 'asking', isShown: true });
    call('translation.translate', asked, { signal, idempotencyKey: keyFor(asked) })
      .then(
        ({ translatedText }) => setCheck({ phase: 'answered', text: translatedText, isShown: true }),
        (error: unknown) => {
          if (signal.aborted) return;
          setCheck({
            phase: 'failed',
            sentence: explain(
              error,
              'It could not be checked. Please try again.',
              "Retrying won't use another translation.",
            ),
            isShown: true,
          });
        },
      )
      .then(() => queryClient.invalidateQueries({ queryKey: statusQuery.queryKey }));
  }

  function press({ text, language }: { text: string; language: string }): void {
    if (check.phase === 'asking') {
      asking.current?.abort();
      setCheck({ phase: 'idle', isShown: true });
    } else if (check.phase === 'answered') setCheck({ ...check, isShown: !check.isShown });
    else if (allowance.isUsedUp) send({ type: 'limit-asked-about' });
    else ask(text, language);
  }

  const costs = check.phase === 'idle' || check.phase === 'failed';
  return (
    <div className="-mb-1">
      {/* One button all along: the focus stays. */}
      <Button
        look="quiet"
        aria-describedby={costs ? `${id}-cost` : undefined}
        aria-controls={`${id}-meaning`}
        onClick={() => press(translation)}
        className="-ml-2 px-2 underline underline-offset-4"
      >
        {labelOf(check)}
      </Button>
      <p id={`${id}-cost`} className="-mt-1.5 text-sm text-muted empty:hidden">
        {costs && <TranslationCost of="Checking" />}
      </p>
      <div id={`${id}-meaning`} role="status">
        {check.phase === 'asking' && <p className="text-muted">Translating it back…</p>}
        {check.phase === 'failed' && <p className="font-medium text-danger">{check.sentence}</p>}
        {check.phase === 'answered' && check.isShown && (
          <div className="mt-1 animate-rise rounded-control bg-sunken px-4 py-3">
            <p className="text-sm text-muted">They will read:</p>
            <p
              data-testid="meaning"
              lang={findLanguage(original.language)?.code}
              dir={directionOf(original.language)}
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

interface MeaningCheckProps {
  conversation: Conversation;
  health: Health | undefined;
  send: (event: ConversationEvent) => void;
}

type Check =
  | { readonly phase: 'idle' | 'asking'; readonly isShown: true }
  | { readonly phase: 'answered'; readonly text: string; readonly isShown: boolean }
  | { readonly phase: 'failed'; readonly sentence: string; readonly isShown: true };

function labelOf(check: Check): string {
  if (check.phase === 'asking') return 'Cancel';
  if (check.phase === 'failed') return 'Try again';
  if (check.phase === 'idle') return 'Check the meaning';
  return check.isShown ? 'Hide the meaning' : 'Show the meaning';
}

/** There is a way back: into a language that can be translated to, from another, and not too long for whoever asks. */
export function canCheck(
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

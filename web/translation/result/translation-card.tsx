import { useEffect, useRef } from 'react';
import { useCanLoadExtras } from '../../browser/idle.ts';
import { reveal } from '../../browser/screen/reveal.ts';
import { Card } from '../../components/card.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { defineLazy, Lazy } from '../../components/lazy.tsx';
import { getShortName } from '../../language/language-name.ts';
import * as texts from '../../texts/translator.ts';
import { ProblemNotice } from '../problem-notice.tsx';
import { TranslationPlaceholder } from '../surface.tsx';
import { getTextProps } from '../text-props.ts';
import {
  canSubmit,
  findOutdated,
  isUnsure,
  type TranslatorEvent,
  type TranslatorProps,
  type TranslatorState,
} from '../translator/translator.ts';

const translationActions = defineLazy(() => import('./translation-actions.tsx'), 'TranslationActions');
const unsupportedPair = defineLazy(
  () => import('../languages/unsupported-pair.tsx'),
  'UnsupportedPair',
  true,
);
const styleButton = defineLazy(() => import('../input/style-button.tsx'), 'StyleButton', true);
const translationDetails = defineLazy(() => import('./translation-details.tsx'), 'TranslationDetails');

export function TranslationCard(props: TranslatorProps) {
  const { translator, health, send } = props;
  const { phase, problem, translation } = translator;
  const isPending = phase === 'translating';
  const failure = problem?.kind === 'translation' ? problem.text : undefined;
  const areDetailsShown = useCanLoadExtras() || translation !== undefined;
  // The phrase's own row shows its translation.
  const isShownElsewhere = translation?.isPhrase || translator.text === translator.pickedPhrase;
  const answer = useReveal(
    isShownElsewhere || isPending ? undefined : (failure ?? translation?.text),
    findOutdated(translator) !== undefined,
  );

  /** Moves the focus from a button that disappears to the heading. */
  function sendAndFocus(event: TranslatorEvent): void {
    send(event);
    document.getElementById('card-translation')?.focus({ preventScroll: true });
  }

  return (
    <Card
      id="card-translation"
      title={texts.translation}
      isPane
      className="flex flex-col"
      aside={
        <>
          {health && <Lazy component={styleButton} props={props} failed={null} />}
          {translation && (
            <Aside translator={translator} onClear={() => sendAndFocus({ type: 'translation-cleared' })} />
          )}
        </>
      }
    >
      <div
        data-state={isPending ? 'pending' : translation ? 'success' : 'empty'}
        className="relative min-h-19 flex-1 tall:min-h-31 desktop:flex-none"
      >
        {/* What to bring into view: all of a short answer, half a screen of a long one. */}
        <div ref={answer} className="absolute h-full max-h-[50dvh] scroll-mt-16" />
        <Doubt translator={translator} />
        {isPending ? (
          <Pending onCancel={() => sendAndFocus({ type: 'cancelled' })} />
        ) : (
          <Result translator={translator} health={health} send={sendAndFocus} />
        )}
        {areDetailsShown && <Lazy component={translationDetails} props={props} failed={null} />}
      </div>
      {/* Reserves the buttons' space. They stay in view under a long translation, unless two rows of them would cover it. */}
      <div className="z-10 mt-1 grid min-h-[min(3.25rem,65px)] content-start bg-surface min-[22rem]:mobile:sticky mobile:bottom-[min(var(--dock)+var(--keyboard,0px)-8px,(100dvh-18rem)*99)] md:mobile:bottom-[min(0px,(100dvh-20rem)*99)] desktop:sticky desktop:bottom-0 desktop:mt-2 desktop:min-h-14 desktop:content-center">
        {areDetailsShown && <Lazy component={translationActions} props={props} failed={null} />}
      </div>
    </Card>
  );
}

/** Describes the text field, too. */
function Doubt({ translator }: { translator: TranslatorState }) {
  return (
    <div role="status">
      {isUnsure(translator) && (
        <p id="doubt" className="mb-2 rounded-control bg-accent-soft px-3 py-2 font-semibold text-accent">
          {texts.mayBeMisheard}
        </p>
      )}
    </div>
  );
}

/** The buttons in the header, after a note on a translation of an earlier text. */
function Aside({ translator, onClear }: { translator: TranslatorState; onClear: () => void }) {
  return (
    <div className="-me-2 flex min-w-0 flex-1 items-center justify-end">
      <p role="status" className="min-w-0 text-end text-sm leading-tight font-medium">
        {describeOutdated(translator)}
      </p>
      {!findOutdated(translator) && <span id="translation-star" className="min-w-11" />}
      <Button
        variant="quiet"
        aria-label={texts.clearTranslation}
        data-tooltip={texts.clearTranslation}
        onClick={onClear}
      >
        <Icon name="close" />
      </Button>
    </div>
  );
}

function Result({ translator, health, send }: TranslatorProps) {
  const { problem, translation } = translator;
  const hasFailed = problem?.kind === 'translation';
  return (
    <>
      {health && <Lazy component={unsupportedPair} props={{ translator, health }} failed={null} />}
      {hasFailed && (
        <ProblemNotice
          problem={problem}
          onRetry={canSubmit(translator) ? () => send({ type: 'translation-requested' }) : undefined}
        />
      )}
      {translation && (
        <p
          id="translation-text"
          data-testid="translation"
          data-state={findOutdated(translator) ? 'outdated' : 'current'}
          {...getTextProps(translation.language)}
          className={`animate-rise whitespace-pre-wrap wrap-anywhere data-[state=outdated]:text-muted ${getAnswerSize(translation.text)}`}
        >
          {translation.text}
        </p>
      )}
      {!translation && !hasFailed && <TranslationPlaceholder />}
    </>
  );
}

function describeOutdated(translator: TranslatorState): string | undefined {
  const { translation, target } = translator;
  const outdated = findOutdated(translator);
  if (!translation || !outdated) return undefined;
  if (outdated === 'text') return texts.forEarlierText;
  return texts.inEarlierLanguage(getShortName(translation.language), getShortName(target));
}

/** Classes of an answer: the shorter, the larger, so that it can be read at arm's length. */
export function getAnswerSize({ length }: string): string {
  if (length < 60) return 'text-translation font-medium';
  if (length < 140) return 'text-sentence font-medium';
  return length < 400 ? 'text-paragraph' : 'text-lg leading-relaxed';
}

/** Scrolls to a new result or failure, which on a phone may be below the input, unless the visitor types on. */
function useReveal(result: string | undefined, isOutdated: boolean) {
  const answer = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing later reveals nothing
  useEffect(() => {
    if (result !== undefined && !isOutdated) reveal(answer.current);
  }, [result]);
  return answer;
}

/** As tall as a one-line translation and the button below it. */
function Pending({ onCancel }: { onCancel: () => void }) {
  return (
    <div>
      <div aria-hidden="true" className="shimmer h-8 w-11/12 animate-shimmer rounded-lg" />
      <Button variant="quiet" onClick={onCancel} className="-ms-3 px-3">
        {texts.cancel}
      </Button>
    </div>
  );
}

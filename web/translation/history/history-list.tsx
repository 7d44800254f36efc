import { type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { findLanguage, getTypedDirection } from '../../../shared/languages.ts';
import { splitWords } from '../../../shared/text/search-text.ts';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { capitalise, getName } from '../../language/language-name.ts';
import { shownLanguage } from '../../language/shown-language.ts';
import { SpeakButton } from '../../speech/speak/speak-button.tsx';
import { useSpeaker } from '../../speech/speak/use-speaker.ts';
import { type Health, healthQuery } from '../../system/health.ts';
import * as texts from '../../texts/history.ts';
import { HighlightedText, highlight } from '../highlight.tsx';
import { copyTranslation } from '../result/copy-translation.ts';
import { getTextProps } from '../text-props.ts';
import { removals, remove, undoRemoval } from './history.ts';
import type { Owner, SavedTranslation } from './history-entries.ts';
import { starTranslation } from './local-history.ts';
import { formatRelativeTime } from './relative-time.ts';
import { StarToggle } from './star-button.tsx';

export function HistoryList({ ref, owner, translations, query, isBusy, onPick }: HistoryListProps) {
  const { data: health } = useQuery(healthQuery);
  const stages = useStore(removals);
  const row = { owner, query, nowMs: useNow(), health, onPick };
  return (
    <ul ref={ref} aria-label={texts.list} aria-busy={isBusy}>
      {translations.map((translation) => {
        const stage = stages.get(translation.id);
        if (stage === 'removing') return null;
        return (
          <li key={translation.id} tabIndex={-1} className="border-b border-line py-4 last:border-0">
            {stage === 'undoable' ? (
              <RemovedRow onUndo={() => owner && undoRemoval(owner, translation)} />
            ) : (
              <HistoryRow {...row} translation={translation} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface HistoryListProps {
  ref: RefObject<HTMLUListElement | null>;
  owner: Owner | null;
  translations: readonly SavedTranslation[];
  query: string;
  isBusy: boolean;
  onPick: (translation: SavedTranslation) => void;
}

export function ClearedRow({ isRemoving, onUndo }: { isRemoving: boolean; onUndo: () => void }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-3 py-3 text-muted">
      <p role="status">{isRemoving ? texts.clearing : texts.cleared}</p>
      {!isRemoving && (
        <button
          type="button"
          onClick={(event) => {
            event.currentTarget.closest('section')?.querySelector('h2')?.focus({ preventScroll: true });
            onUndo();
          }}
          className="min-h-11 px-1 font-semibold text-accent underline underline-offset-4"
        >
          {texts.undo}
        </button>
      )}
    </div>
  );
}

function useNow(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

export function LoadMore({ results, hasMore, onMore }: LoadMoreProps) {
  return (
    <div>
      {results.isFetchNextPageError && (
        <p role="alert" className="pb-3 text-sm font-medium text-danger">
          {texts.loadMoreFailed}
        </p>
      )}
      {hasMore && (
        <Button isDisabled={results.isFetchingNextPage} onClick={onMore} className="w-full">
          {results.isFetchingNextPage ? texts.loadingMore : texts.more}
        </Button>
      )}
    </div>
  );
}

interface LoadMoreProps {
  results: Pick<UseInfiniteQueryResult, 'isFetchingNextPage' | 'isFetchNextPageError'>;
  hasMore: boolean;
  onMore: () => void;
}

function HistoryRow(props: HistoryRowProps) {
  const { translation, query, nowMs } = props;
  const { text, translatedText, sourceLanguage, targetLanguage, createdAt } = translation;
  const isLong = text.length > longCharacters || translatedText.length > longCharacters;
  const [isExpanded, setExpanded] = useState(false);
  const words = splitWords(query);
  const clamp = isLong && !isExpanded ? 'line-clamp-3' : '';
  return (
    <>
      <div>
        <div className="flex flex-wrap gap-x-3 text-sm text-muted">
          <p>
            <span>{nameLanguage(sourceLanguage)}</span>
            <span aria-hidden="true" className="inline-block px-1 rtl:-scale-x-100">
              →
            </span>
            <span className="sr-only">{` ${texts.to} `}</span>
            <span>{nameLanguage(targetLanguage)}</span>
          </p>
          <time dateTime={createdAt} title={new Date(createdAt).toLocaleString(shownLanguage)}>
            {formatRelativeTime(createdAt, nowMs)}
          </time>
        </div>
        <p
          lang={findLanguage(sourceLanguage)?.code}
          dir={getTypedDirection(sourceLanguage)}
          translate="no"
          className={`mt-1 whitespace-pre-wrap text-muted wrap-anywhere ${clamp}`}
        >
          <HighlightedText pieces={highlight(text, words)} />
        </p>
        <p
          {...getTextProps(targetLanguage)}
          className={`text-lg leading-snug font-medium whitespace-pre-wrap wrap-anywhere ${clamp}`}
        >
          <HighlightedText pieces={highlight(translatedText, words)} />
        </p>
        {isLong && (
          <button
            type="button"
            aria-expanded={isExpanded}
            onClick={() => setExpanded(!isExpanded)}
            className="min-h-11 text-sm font-medium underline underline-offset-4"
          >
            {isExpanded ? texts.showLess : texts.showAll}
          </button>
        )}
      </div>
      <Actions {...props} />
    </>
  );
}

const longCharacters = 240;

interface HistoryRowProps extends Pick<HistoryListProps, 'owner' | 'query' | 'onPick'> {
  translation: SavedTranslation;
  nowMs: number;
  health: Health | undefined;
}

/** On a phone and beside the tool, the icons have tooltips. */
const labelWithRoom = 'text-sm @max-[28rem]:hidden';

function Actions({ owner, translation, health, onPick }: HistoryRowProps) {
  const { id, translatedText, targetLanguage, isStarred } = translation;
  const playback = useSpeaker(`history-${id}`, targetLanguage, health);
  return (
    <div className="@container">
      <div className="-mx-3 flex flex-wrap items-center">
        <SpeakButton
          playback={playback}
          text={translatedText}
          className="px-3"
          labelClasses={labelWithRoom}
        />
        <IconButton label={texts.copy} onClick={() => copyTranslation(translatedText)} className="px-3">
          <Icon name="copy" />
          <span className={labelWithRoom}>{texts.copy}</span>
        </IconButton>
        <StarToggle
          isStarred={isStarred}
          onChange={(isStarred) => owner && starTranslation(owner, translation, isStarred)}
          className="px-3"
        >
          <span className={labelWithRoom}>{texts.star}</span>
        </StarToggle>
        <Button variant="quiet" onClick={() => onPick(translation)} className="px-3">
          {texts.pick}
        </Button>
        <IconButton
          label={texts.remove}
          onClick={() => owner && remove(owner, translation)}
          className="ms-auto px-3"
        >
          <Icon name="close" />
          <span className={labelWithRoom}>{texts.remove}</span>
        </IconButton>
      </div>
      <p role="status" className="text-sm text-muted">
        {!playback.isUnavailable && playback.problem}
      </p>
    </div>
  );
}

function RemovedRow({ onUndo }: { onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus({ preventScroll: true }), []);
  useLayoutEffect(() => {
    const button = undo.current;
    return () => {
      if (document.activeElement !== button) return;
      const next = button?.closest('li')?.nextElementSibling ?? document.getElementById('card-history');
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 text-muted">
      <p role="status">{texts.removed}</p>
      <button
        ref={undo}
        type="button"
        onClick={(event) => {
          event.currentTarget.closest('li')?.focus({ preventScroll: true });
          onUndo();
        }}
        className="min-h-11 px-1 font-semibold text-accent underline underline-offset-4"
      >
        {texts.undo}
      </button>
    </div>
  );
}

export function nameLanguage(code: string): string {
  return code === 'auto' ? texts.unknownLanguage : capitalise(getName(code));
}

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { findLanguage, getDirection, getTypedDirection } from '../../../shared/languages.ts';
import { splitWords } from '../../../shared/search-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { SpeakButton } from '../../speech/speak/speak-button.tsx';
import { useSpeaker } from '../../speech/speak/use-speaker.ts';
import type { Health } from '../../system/health.ts';
import * as texts from '../../texts/history.ts';
import { highlight } from '../highlight.ts';
import { HighlightedText } from '../highlighted-text.tsx';
import { copyTranslation } from '../result/copy-translation.ts';
import { formatRelativeTime } from './history.ts';
import type { SavedTranslation } from './history-entries.ts';
import { StarToggle } from './star-button.tsx';

export function HistoryRow({ translation, query, nowMs, health, onPick, onStar, onRemove }: HistoryRowProps) {
  const { text, translatedText, sourceLanguage, targetLanguage, createdAt } = translation;
  const isLong = text.length > longCharacters || translatedText.length > longCharacters;
  const [isExpanded, setExpanded] = useState(false);
  const words = splitWords(query);
  const clamp = isLong && !isExpanded ? 'line-clamp-3' : '';
  return (
    <div className="flex flex-wrap items-center gap-x-6">
      <div className="min-w-0 grow-999 basis-56">
        <div className="flex flex-wrap gap-x-3 text-sm text-muted">
          <p>
            {nameLanguage(sourceLanguage)}
            <span aria-hidden="true"> → </span>
            <span className="sr-only"> {texts.to} </span>
            {nameLanguage(targetLanguage)}
          </p>
          <time dateTime={createdAt} title={new Date(createdAt).toLocaleString('en')}>
            {formatRelativeTime(createdAt, nowMs)}
          </time>
        </div>
        <p
          lang={findLanguage(sourceLanguage)?.code}
          dir={getTypedDirection(sourceLanguage)}
          className={`mt-1 whitespace-pre-wrap text-muted wrap-anywhere ${clamp}`}
        >
          <HighlightedText pieces={highlight(text, words)} />
        </p>
        <p
          lang={findLanguage(targetLanguage)?.code}
          dir={getDirection(targetLanguage)}
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
      <Actions
        translation={translation}
        health={health}
        onPick={onPick}
        onStar={onStar}
        onRemove={onRemove}
      />
    </div>
  );
}

const longCharacters = 240;

interface HistoryRowProps {
  translation: SavedTranslation;
  query: string;
  nowMs: number;
  health: Health | undefined;
  onPick: () => void;
  onStar: (isStarred: boolean) => void;
  onRemove: () => void;
}

function Actions({
  translation,
  health,
  onPick,
  onStar,
  onRemove,
}: Omit<HistoryRowProps, 'nowMs' | 'query'>) {
  const { id, translatedText, targetLanguage, isStarred } = translation;
  const playback = useSpeaker(`history-${id}`, targetLanguage, health);
  return (
    <div className="grow">
      <div className="-mx-3 flex flex-wrap items-center">
        <SpeakButton playback={playback} text={translatedText} />
        <IconButton label={texts.copy} onClick={() => copyTranslation(translatedText)}>
          <Icon name="copy" />
        </IconButton>
        <StarToggle isStarred={isStarred} onChange={onStar} />
        <Button variant="quiet" onClick={onPick} className="px-3">
          {texts.pick}
        </Button>
        <IconButton label={texts.remove} onClick={onRemove} className="ml-auto">
          <Icon name="close" />
        </IconButton>
      </div>
      <p role="status" className="text-sm text-muted">
        {!playback.isUnavailable && playback.problem}
      </p>
    </div>
  );
}

export function RemovedRow({ onUndo }: { onUndo: () => void }) {
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

function nameLanguage(code: string): string {
  return findLanguage(code)?.name ?? (code === 'auto' ? texts.unknownLanguage : code);
}

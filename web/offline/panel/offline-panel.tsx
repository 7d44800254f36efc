import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { findLanguage } from '../../../shared/languages.ts';
import { hasVariants } from '../../../shared/neural/directions.ts';
import { useOnline } from '../../browser/online.ts';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice, NoticeButton } from '../../components/toasts/notice.tsx';
import { getName, getShortName } from '../../language/language-name.ts';
import { shownLanguage } from '../../language/shown-language.ts';
import * as texts from '../../texts/offline/panel.ts';
import {
  cancelPreparation,
  forgetPreparation,
  type Preparation,
  preparation,
  prepare,
  removeOfflinePair,
} from './preparation.ts';
import { type Readiness, readinessQuery, type TranslationReadiness } from './readiness.ts';

/** What works without a connection for the chosen pair, and one button that fetches what is missing. */
export function OfflinePanel({ source, target }: Pair) {
  const { data: readiness, isError, refetch } = useQuery(readinessQuery(source, target));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another pair, another outcome
  useEffect(forgetPreparation, [source, target]);
  return (
    <>
      <p className="pb-3 text-muted">{texts.forPair(getName(source), getName(target))}</p>
      {!readiness && !isError && (
        <p role="status" className="text-muted">
          {texts.looking}
        </p>
      )}
      {!readiness && isError && (
        <div role="alert">
          <Notice
            tone="danger"
            action={<NoticeButton onClick={() => void refetch()}>{texts.tryAgain}</NoticeButton>}
          >
            {texts.notLooked}
          </Notice>
        </div>
      )}
      {readiness && (
        <>
          <Parts source={source} target={target} readiness={readiness} />
          <Download source={source} target={target} readiness={readiness} />
        </>
      )}
    </>
  );
}

interface Pair {
  source: string;
  target: string;
}

function Parts({ source, target, readiness }: Pair & { readiness: Readiness }) {
  const { translation, voiceless, recognition } = readiness;
  const isKept = 'serviceWorker' in navigator;
  return (
    <ul className="grid gap-3">
      <Part title={texts.phrases} isReady={isKept}>
        {isKept ? texts.phrasesReady : texts.phrasesNotKept}
      </Part>
      <Part
        title={texts.translation}
        isReady={translation.by !== 'none' && translation.isReady}
        notes={translation.by === 'models' ? listVariantNotes(source, target) : []}
      >
        {describeTranslation(translation)}
      </Part>
      <Part title={texts.voices} isReady={voiceless.length === 0}>
        {voiceless.length === 0 ? texts.ready : texts.voicesMissing(oneOf.format(voiceless.map(getName)))}
      </Part>
      <Part title={texts.recognition} isReady={recognition === 'available'}>
        {recognitionTexts[recognition]}
      </Part>
    </ul>
  );
}

const recognitionTexts = {
  available: texts.ready,
  downloadable: texts.recognitionDownloadable,
  missing: texts.recognitionMissing,
};

/** The server distinguishes variants, our models do not. */
function listVariantNotes(...pair: string[]): string[] {
  return pair
    .filter((language) => hasVariants(findLanguage(language)?.translate ?? language))
    .map((language) => texts.translatedAlike(getShortName(language)));
}

function Part({ title, isReady, notes = [], children }: PartProps) {
  return (
    <li data-state={isReady ? 'ready' : 'missing'} className="flex gap-3">
      <Icon
        name={isReady ? 'check' : 'info'}
        className={`mt-0.5 size-5 shrink-0 ${isReady ? 'text-accent' : 'text-muted'}`}
      />
      <span className="min-w-0">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-muted">{children}</span>
        {notes.map((note) => (
          <span key={note} className="block text-sm text-muted">
            {note}
          </span>
        ))}
      </span>
    </li>
  );
}

interface PartProps {
  title: string;
  isReady: boolean;
  notes?: string[];
  children: string;
}

function describeTranslation(translation: TranslationReadiness): string {
  if (translation.by === 'none') return texts.notOffered[translation.reason];
  if (translation.isReady) return texts.ready;
  if (translation.by === 'browser') return texts.byBrowser;
  const size = formatMegabytes(translation.missingBytes);
  return translation.isGone ? texts.gone(size) : texts.toDownload(size);
}

function Download({ source, target, readiness }: Pair & { readiness: Readiness }) {
  const current = useStore(preparation);
  const isOnline = useOnline();
  const [isAsking, setAsking] = useState(false);
  const { translation, recognition, isPersistent } = readiness;
  const isMissing = (translation.by !== 'none' && !translation.isReady) || recognition === 'downloadable';
  const isModel = translation.by === 'models';

  function start(): void {
    setAsking(false);
    void prepare(source, target, readiness);
  }

  if (current.state === 'running') return <Progress share={current.share} />;
  return (
    <>
      {isAsking ? (
        <Question onConfirm={start} onCancel={() => setAsking(false)} />
      ) : (
        <div className="mt-4 flex flex-wrap gap-3 empty:mt-0 *:grow sm:*:grow-0 lg:*:grow">
          {isMissing && (
            <Button
              variant="tonal"
              isDisabled={!isOnline}
              onClick={() => (isMetered() ? setAsking(true) : start())}
            >
              {isModel && translation.missingBytes > 0
                ? texts.getReadySize(formatMegabytes(translation.missingBytes))
                : texts.getReady}
            </Button>
          )}
          {isModel && translation.isRemovable && (
            <Button onClick={() => void removeOfflinePair(Object.keys(translation.models))}>
              {texts.remove}
            </Button>
          )}
        </div>
      )}
      {isMissing && !isOnline && <p className="mt-2 text-sm text-muted">{texts.needsConnection}</p>}
      <Outcome preparation={current} />
      {isModel && translation.isReady && !isPersistent && (
        <p className="mt-3 text-sm text-muted">{texts.mayBeRemoved}</p>
      )}
    </>
  );
}

/** The focus stays where the download is. */
function Progress({ share }: { share: number }) {
  const percent = Math.floor(share * 100);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="mt-4">
      <div className="flex items-center gap-3">
        <div
          role="progressbar"
          aria-label={texts.downloading}
          aria-valuenow={percent}
          className="h-2 min-w-0 grow overflow-hidden rounded-full border border-line bg-surface"
        >
          <div className="h-full bg-accent forced-colors:bg-[Highlight]" style={{ width: `${percent}%` }} />
        </div>
        <span className="text-sm tabular-nums" aria-hidden="true">
          {formatPercent(percent)}
        </span>
        <Button ref={button} onClick={cancelPreparation}>
          {texts.cancel}
        </Button>
      </div>
      {/* Announced four times, not a hundred. */}
      <p role="status" className="sr-only">
        {percent < 25 ? texts.downloading : texts.downloaded(formatPercent(percent - (percent % 25)))}
      </p>
    </div>
  );
}

function Question({ onConfirm, onCancel }: { onConfirm: () => void; onCancel: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="mt-4">
      <p id="metered-download">{texts.onMobileData}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button ref={button} variant="tonal" aria-describedby="metered-download" onClick={onConfirm}>
          {texts.downloadNow}
        </Button>
        <Button onClick={onCancel}>{texts.notNow}</Button>
      </div>
    </div>
  );
}

function Outcome({ preparation: { state, ...rest } }: { preparation: Preparation }) {
  const box = useRef<HTMLDivElement>(null);
  const isOver = state !== 'idle' && state !== 'running' && state !== 'failed';
  // The button that had the focus is gone.
  useEffect(() => {
    if (state !== 'idle' && document.activeElement === document.body) box.current?.focus();
  }, [state]);
  return (
    <div ref={box} tabIndex={-1} className="outline-none not-empty:mt-3">
      <p role="status" className="text-sm text-muted">
        {isOver && texts.outcomes[state]}
      </p>
      {'fault' in rest && (
        <div role="alert">
          <Notice tone="danger">{texts.failures[rest.fault]}</Notice>
        </div>
      )}
    </div>
  );
}

function isMetered(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; type?: string } };
  return connection?.saveData === true || connection?.type === 'cellular';
}

const oneOf = new Intl.ListFormat(shownLanguage, { type: 'disjunction' });
const percents = new Intl.NumberFormat(shownLanguage, { style: 'percent' });
const megabytes = new Intl.NumberFormat(shownLanguage, { style: 'unit', unit: 'megabyte' });

function formatPercent(percent: number): string {
  return percents.format(percent / 100);
}

/** Rounded up: nobody is sent more than was said. */
function formatMegabytes(bytes: number): string {
  return megabytes.format(Math.ceil(bytes / 1e6));
}

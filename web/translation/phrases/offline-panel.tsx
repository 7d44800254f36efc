import { useEffect, useRef } from 'react';
import { findLanguage } from '../../../shared/languages.ts';
import { useOnline } from '../../browser/online.ts';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { Notice, NoticeButton } from '../../components/toasts/notice.tsx';
import type { Health } from '../../system/health.ts';
import * as texts from '../../texts/phrases.ts';
import { offlinePhrases } from './offline-phrases.ts';

export function OfflinePanel({ target, health, isTargetSaved }: OfflinePanelProps) {
  const { phase, saved, total, problem } = useStore(offlinePhrases);
  const isOnline = useOnline();
  useEffect(() => void offlinePhrases.updateProgress(health), [health]);
  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = total > 0 && saved === total;
  const describeTarget = isTargetSaved ? texts.languageSaved : texts.languageNotSaved;
  const soFar = texts.savedSoFar(saved, total);

  /** The button disappears, so the heading takes the focus. */
  function focusAfter(work: () => unknown): () => void {
    return () => {
      work();
      heading.current?.focus({ preventScroll: true });
    };
  }

  const start = focusAfter(() => offlinePhrases.start(health));
  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="mb-2 text-sm font-semibold text-muted outline-none">
        {texts.offlinePhrasebook}
      </h3>
      <p className="text-sm text-muted">
        {isDone ? texts.allPhrasesSaved(total) : describeTarget(findLanguage(target)?.name)}
        {!isDone && phase === 'idle' && saved > 0 && ` ${soFar}`}
      </p>
      {phase === 'saving' && <Progress saved={saved} total={total} />}
      {phase === 'failed' && (
        <div className="mt-3">
          <Notice tone="danger" action={<NoticeButton onClick={start}>{texts.continueSaving}</NoticeButton>}>
            {problem} {soFar}
          </Notice>
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {phase === 'saving' && <Button onClick={focusAfter(offlinePhrases.stop)}>{texts.stop}</Button>}
        {(phase === 'idle' || phase === 'finished') && !isDone && (
          <Button isDisabled={!isOnline} onClick={start}>
            {texts.saveAll}
          </Button>
        )}
        {phase !== 'saving' && saved > 0 && (
          <Button variant="quiet" onClick={focusAfter(() => offlinePhrases.remove(health))} className="px-3">
            {texts.remove}
          </Button>
        )}
      </div>
      {/* Announces the beginning and the end, not each step. */}
      <p role="status" className="sr-only">
        {phase === 'saving' && texts.savingAll}
        {phase === 'failed' && `${problem} ${soFar}`}
        {phase === 'finished' && texts.allSaved(total)}
      </p>
    </div>
  );
}

interface OfflinePanelProps {
  target: string;
  health: Health | undefined;
  isTargetSaved: boolean;
}

function Progress({ saved, total }: { saved: number; total: number }) {
  return (
    <div className="mt-3">
      <p className="text-sm font-medium tabular" aria-hidden="true">
        {texts.savedCount(saved, total)}
      </p>
      <div
        role="progressbar"
        aria-label={texts.progressLabel}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={saved}
        className="mt-2 h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full rounded-full bg-accent" style={{ width: `${(100 * saved) / total}%` }} />
      </div>
    </div>
  );
}

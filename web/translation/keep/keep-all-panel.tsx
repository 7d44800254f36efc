import { useEffect, useRef } from 'react';
import { findLanguage } from '../../../shared/languages.ts';
import { useOnline } from '../../browser/online.ts';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { Notice, NoticeButton } from '../../components/toasts/notice.tsx';
import type { Health } from '../../system/health.ts';
import { keepAll } from './keep-all.ts';

export function KeepAllPanel({ target, health, isTargetKept }: KeepAllPanelProps) {
  const { phase, kept, total, problem } = useStore(keepAll);
  const isOnline = useOnline();
  useEffect(() => void keepAll.count(health), [health]);
  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = total > 0 && kept === total;
  const name = findLanguage(target)?.name;
  const count = `${kept} of ${total} languages`;

  /** The button disappears, so the heading takes the focus. */
  function thenFocus(work: () => unknown): () => void {
    return () => {
      work();
      heading.current?.focus({ preventScroll: true });
    };
  }

  const start = thenFocus(() => keepAll.start(health));
  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="mb-2 text-sm font-semibold text-muted outline-none">
        Offline phrasebook
      </h3>
      <p className="text-sm text-muted">
        {isDone
          ? `Phrases are saved in all ${total} languages.`
          : `${name} phrases ${isTargetKept ? 'are' : 'aren’t'} saved offline.`}
        {!isDone && phase === 'idle' && kept > 0 && ` ${count} are saved.`}
      </p>
      {phase === 'keeping' && <Progress kept={kept} total={total} />}
      {phase === 'failed' && (
        <div className="mt-3">
          <Notice tone="danger" action={<NoticeButton onClick={start}>Continue</NoticeButton>}>
            {problem} {count} are saved.
          </Notice>
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {phase === 'keeping' && <Button onClick={thenFocus(keepAll.stop)}>Stop</Button>}
        {(phase === 'idle' || phase === 'finished') && !isDone && (
          <Button isDisabled={!isOnline} onClick={start}>
            Save all languages
          </Button>
        )}
        {phase !== 'keeping' && kept > 0 && (
          <Button look="quiet" onClick={thenFocus(() => keepAll.remove(health))} className="px-3">
            Remove from this device
          </Button>
        )}
      </div>
      {/* Announces the beginning and the end, not each step. */}
      <p role="status" className="sr-only">
        {phase === 'keeping' && 'Saving all languages.'}
        {phase === 'failed' && `${problem} ${count} are saved.`}
        {phase === 'finished' && `All ${total} languages are saved.`}
      </p>
    </div>
  );
}

interface KeepAllPanelProps {
  target: string;
  health: Health | undefined;
  isTargetKept: boolean;
}

function Progress({ kept, total }: { kept: number; total: number }) {
  return (
    <div className="mt-3">
      <p className="text-sm font-medium tabular" aria-hidden="true">
        {kept} of {total} languages
      </p>
      <div
        role="progressbar"
        aria-label="Languages saved"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={kept}
        className="mt-2 h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full rounded-full bg-accent" style={{ width: `${(100 * kept) / total}%` }} />
      </div>
    </div>
  );
}

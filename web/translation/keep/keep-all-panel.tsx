import { useEffect, useRef } from 'react';
import { findLanguage } from '../../../shared/languages.ts';
import { useOnline } from '../../browser/online.ts';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { Notice, NoticeButton } from '../../components/toasts/notice.tsx';
import { thisBrowser } from '../../speech/browser.ts';
import type { Health } from '../../system/health.ts';
import { keepAll } from './keep-all.ts';

export function KeepAllPanel({ target, health, isTargetKept }: KeepAllPanelProps) {
  const { phase, kept, total, sinceMs, problem } = useStore(keepAll);
  const isOnline = useOnline();
  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = total > 0 && kept === total;
  const name = findLanguage(target)?.name;
  const count = `${kept} of ${total} languages`;

  /** Moves the focus from a button that disappears to the heading. */
  function andFocus(work: () => unknown): () => void {
    return () => {
      work();
      heading.current?.focus({ preventScroll: true });
    };
  }

  const start = andFocus(() => keepAll.start(health));
  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="mb-2 text-sm font-semibold text-muted outline-none">
        Offline phrasebook
      </h3>
      <p className="text-sm text-muted">
        {isDone
          ? `Phrases are saved in all ${total} languages, as of ${formatDay(sinceMs)}.`
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
        {phase === 'keeping' && <Button onClick={andFocus(keepAll.stop)}>Stop</Button>}
        {(phase === 'idle' || phase === 'finished') && !isDone && (
          <Button isDisabled={!isOnline} onClick={start}>
            Save all languages
          </Button>
        )}
        {phase !== 'keeping' && kept > 0 && (
          <Button look="quiet" onClick={andFocus(() => keepAll.remove(health))} className="px-3">
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

/** Continues saving all languages, and starts it when the app is installed. */
export function useResuming(health: Health | undefined, isOnline: boolean): void {
  useEffect(() => {
    if (!health || !isOnline) return;
    keepAll.resume(health, thisBrowser().isInstalled);
    const onInstalled = () => keepAll.resume(health, true);
    addEventListener('appinstalled', onInstalled);
    return () => removeEventListener('appinstalled', onInstalled);
  }, [health, isOnline]);
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

function formatDay(ms: number | undefined): string {
  return new Date(ms ?? 0).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' });
}

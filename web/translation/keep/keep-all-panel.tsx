import { useEffect, useRef, useSyncExternalStore } from 'react';
import { findLanguage } from '../../../shared/languages.ts';
import { useOnline } from '../../browser/online.ts';
import { Button } from '../../components/controls/button.tsx';
import { Notice, NoticeButton } from '../../components/toasts/notice.tsx';
import { thisBrowser } from '../../speech/browser.ts';
import type { Health } from '../../system/health.ts';
import { keepAll } from './keep-all.ts';

/** Which phrases are here without a connection, and the way to have them in all languages. */
export function KeepAllPanel({ target, health, isTargetKept }: KeepAllPanelProps) {
  const { phase, kept, total, sinceMs, problem } = useSyncExternalStore(keepAll.subscribe, keepAll.get);
  const isOnline = useOnline();
  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = total > 0 && kept === total;
  const name = findLanguage(target)?.name;

  useEffect(() => {
    if (!health || !isOnline) return;
    keepAll.resume(health, thisBrowser().isInstalled);
    const onInstalled = () => keepAll.resume(health, true);
    addEventListener('appinstalled', onInstalled);
    return () => removeEventListener('appinstalled', onInstalled);
  }, [health, isOnline]);

  /** The buttons that go away when they are pressed hand the focus to the heading. */
  function andStay(work: () => unknown): () => void {
    return () => {
      work();
      heading.current?.focus({ preventScroll: true });
    };
  }

  const start = andStay(() => keepAll.start(health));
  return (
    <div className="border-t border-line pt-4">
      <h3 ref={heading} tabIndex={-1} className="mb-2 text-sm font-semibold text-muted outline-none">
        Offline phrasebook
      </h3>
      <p className="text-sm text-muted">
        {isDone
          ? `The phrases are on this device in all ${total} languages, as of ${dayOf(sinceMs)}.`
          : `The phrases in ${name} are ${isTargetKept ? 'on this device, and work without a connection' : 'not on this device'}.`}
        {!isDone && phase === 'resting' && kept > 0 && ` ${kept} of ${total} languages are here.`}
      </p>
      {phase === 'keeping' && (
        <div className="mt-3">
          <p className="text-sm font-medium tabular" aria-hidden="true">
            {kept} of {total} languages
          </p>
          <div
            role="progressbar"
            aria-label="Languages kept"
            aria-valuemin={0}
            aria-valuemax={total}
            aria-valuenow={kept}
            className="rounded-full bg-sunken"
            style={bar}
          >
            <div
              className="rounded-full bg-accent"
              style={{ height: '100%', width: `${(100 * kept) / total}%` }}
            />
          </div>
        </div>
      )}
      {phase === 'failed' && (
        <div className="mt-3">
          <Notice tone="danger" action={<NoticeButton onClick={start}>Continue</NoticeButton>}>
            {problem} {kept} of {total} languages are kept.
          </Notice>
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {phase === 'keeping' && <Button onClick={andStay(keepAll.stop)}>Stop</Button>}
        {(phase === 'resting' || phase === 'finished') && !isDone && (
          <Button isDisabled={!isOnline} onClick={start}>
            Keep all languages offline
          </Button>
        )}
        {phase !== 'keeping' && kept > 0 && (
          <Button look="quiet" onClick={andStay(() => keepAll.remove(health))} className="px-3">
            Remove from this device
          </Button>
        )}
      </div>
      {/* Where it begins and how it ends: not each step. */}
      <p role="status" className="sr-only">
        {phase === 'keeping' && 'Keeping all languages.'}
        {phase === 'failed' && `${problem} ${kept} of ${total} languages are kept.`}
        {phase === 'finished' && `All ${total} languages are kept.`}
      </p>
    </div>
  );
}

const bar = { marginTop: '0.5rem', height: '0.5rem', overflow: 'hidden' };

interface KeepAllPanelProps {
  target: string;
  health: Health | undefined;
  /** The phrases are here in the language, other than those that are in it already. */
  isTargetKept: boolean;
}

function dayOf(ms: number | undefined): string {
  return new Date(ms ?? 0).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' });
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { download } from '../../browser/download.ts';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { Toggle } from '../../components/controls/toggle.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import { privateMode } from '../keep/private-mode.ts';
import { accountQuery, readAll, whole } from './history.ts';
import { clearing } from './history-clearing.ts';
import type { KeptTranslation, Owner } from './history-entries.ts';
import { union } from './history-view.ts';
import { entriesQuery, lastingQuery } from './kept-history.ts';

/** Where the history is kept, whether it is, and taking all of it along or away. */
export function HistoryFooter({ owner, isKept, hasAccount, hasAny }: HistoryFooterProps) {
  const isPrivate = useStore(privateMode);
  const { data: isLasting = true } = useQuery(lastingQuery);
  return (
    <div className="mt-2 grid gap-3 border-t border-line pt-4">
      <p className="text-sm text-muted">{whereOf(isKept, hasAccount, isLasting)}</p>
      <Toggle
        label="Private mode"
        hint="Nothing is kept of what you translate in this tab, until you switch it off or close the tab."
        isOn={isPrivate}
        onChange={privateMode.set}
      />
      {hasAny && owner && <WholeHistory owner={owner} hasAccount={hasAccount} />}
    </div>
  );
}

interface HistoryFooterProps {
  owner: Owner | null;
  isKept: boolean;
  hasAccount: boolean;
  hasAny: boolean;
}

function whereOf(isKept: boolean, hasAccount: boolean, isLasting: boolean): string {
  if (isKept) {
    return isLasting
      ? 'Kept in your account, and in this browser for times without a connection.'
      : 'Kept in your account.';
  }
  const here = isLasting
    ? 'Kept in this browser.'
    : 'Your browser keeps nothing for Parley: this is gone when you close or reload the page.';
  return hasAccount
    ? `${here} New translations are kept in your account with Premium. Those that are there stay until you remove them.`
    : `${here} With Premium also in your account.`;
}

function WholeHistory({ owner, hasAccount }: { owner: Owner; hasAccount: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const [count, setCount] = useState<number>();
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);

  async function known(): Promise<KeptTranslation[]> {
    reading.current = new AbortController();
    const pages = await readAll(whole, hasAccount, reading.current.signal, setCount);
    const entries = await queryClient.fetchQuery({ ...entriesQuery(owner), staleTime: 0 });
    return union(entries, pages, whole).filter((each) => !('removedAtMs' in each));
  }

  async function take(kind: 'csv' | 'json'): Promise<void> {
    setCount(0);
    try {
      const [{ historySheet, historyFile, fileNameOf }, { takeCsv }] = await Promise.all([
        import('./history-export.ts'),
        import('../../charts/csv.ts'),
      ]);
      const translations = await known();
      const day = new Date();
      if (kind === 'csv') takeCsv(historySheet(translations, day));
      else {
        const fileName = fileNameOf(day, kind);
        download(historyFile(translations), fileName);
        toasts.show({ title: 'Downloaded', description: `${fileName} is among your downloads.` });
      }
    } catch {
      if (reading.current?.signal.aborted) return;
      toasts.show({
        tone: 'destructive',
        title: 'Not Downloaded',
        description: 'Please check your internet connection and try again.',
      });
    } finally {
      setCount(undefined);
    }
  }

  function clear(): void {
    setAsking(false);
    const entries = queryClient.getQueryData(entriesQuery(owner).queryKey) ?? [];
    const pages = queryClient.getQueryData(accountQuery(whole).queryKey)?.pages ?? [];
    const end = { translations: [], cursor: null };
    clearing.begin(owner, union(entries, [...pages, end], whole), hasAccount);
    document.getElementById('card-history')?.focus({ preventScroll: true });
  }

  const isBusy = count !== undefined;
  return (
    <>
      <div className="flex flex-wrap gap-3 *:grow sm:*:grow-0">
        <Button isDisabled={isBusy} onClick={() => take('csv')} className="px-3!">
          Download CSV
        </Button>
        <Button isDisabled={isBusy} onClick={() => take('json')} className="px-3!">
          Download JSON
        </Button>
        <Button onClick={() => setAsking(true)} className="px-3! text-danger">
          Clear history
        </Button>
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {isBusy && (count > 0 ? `Getting it ready… ${count} so far.` : 'Getting it ready…')}
      </p>
      <Dialog
        title="Clear your history?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={clear} className="bg-danger! text-surface!">
              Clear history
            </Button>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
          </>
        }
      >
        <p>
          {hasAccount
            ? 'All translations go, here and in your account, the starred ones too.'
            : 'All translations go from this browser, the starred ones too.'}{' '}
          You have a few seconds to undo it.
        </p>
      </Dialog>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { download, nameFile } from '../../browser/download.ts';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { Toggle } from '../../components/controls/toggle.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import { privateMode } from '../private-mode.ts';
import { accountQuery, fullView, readAll } from './history.ts';
import { clearHistory } from './history-clearing.ts';
import type { Owner, SavedTranslation } from './history-entries.ts';
import { mergeHistory } from './history-view.ts';
import { entriesQuery, persistenceQuery } from './local-history.ts';

export function HistoryFooter({ owner, isSavedToAccount, hasAccount, hasAny }: HistoryFooterProps) {
  const isPrivate = useStore(privateMode);
  const { data: isPersistent = true } = useQuery(persistenceQuery);
  return (
    <div className="mt-2 grid gap-3 border-t border-line pt-4">
      <p className="text-sm text-muted">{describeStorage(isSavedToAccount, hasAccount, isPersistent)}</p>
      <Toggle
        label="Private mode"
        hint="Translations in this tab aren’t saved until you turn this off."
        isOn={isPrivate}
        onChange={privateMode.set}
      />
      {hasAny && owner && <HistoryTools owner={owner} hasAccount={hasAccount} />}
    </div>
  );
}

interface HistoryFooterProps {
  owner: Owner | null;
  isSavedToAccount: boolean;
  hasAccount: boolean;
  hasAny: boolean;
}

function describeStorage(isSavedToAccount: boolean, hasAccount: boolean, isPersistent: boolean): string {
  if (isSavedToAccount) {
    return isPersistent
      ? 'Saved in your account, and in this browser for offline use.'
      : 'Saved in your account.';
  }
  const here = isPersistent
    ? 'Saved in this browser.'
    : 'Your browser doesn’t let Parley save anything. Closing or reloading the page removes this history.';
  return hasAccount
    ? `${here} Premium also saves new translations to your account. Existing ones stay there until you remove them.`
    : `${here} Premium also saves it to your account.`;
}

function HistoryTools({ owner, hasAccount }: HistoryToolsProps) {
  const [isConfirming, setConfirming] = useState(false);
  const [count, start] = useDownload({ owner, hasAccount });

  function clear(): void {
    setConfirming(false);
    const entries = queryClient.getQueryData(entriesQuery(owner).queryKey) ?? [];
    const pages = queryClient.getQueryData(accountQuery(fullView).queryKey)?.pages ?? [];
    const end = { translations: [], cursor: null };
    const translations = mergeHistory(entries, [...pages, end], fullView);
    clearHistory({ owner, translations, hasAccount });
    document.getElementById('card-history')?.focus({ preventScroll: true });
  }

  const isBusy = count !== undefined;
  return (
    <>
      <div className="flex flex-wrap gap-3 *:grow sm:*:grow-0">
        <Button isDisabled={isBusy} onClick={() => start('csv')} className="px-3!">
          Download CSV
        </Button>
        <Button isDisabled={isBusy} onClick={() => start('json')} className="px-3!">
          Download JSON
        </Button>
        <Button onClick={() => setConfirming(true)} className="px-3! text-danger">
          Clear history
        </Button>
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {isBusy && (count > 0 ? `Preparing your download… ${count} so far.` : 'Preparing your download…')}
      </p>
      {isConfirming && (
        <Dialog
          title="Clear your history?"
          onClose={() => setConfirming(false)}
          actions={
            <>
              <Button variant="danger" onClick={clear}>
                Clear history
              </Button>
              <Button onClick={() => setConfirming(false)}>Keep it</Button>
            </>
          }
        >
          <p>
            This removes all translations from this browser{hasAccount && ' and your account'}, including
            starred ones. You have a few seconds to undo it.
          </p>
        </Dialog>
      )}
    </>
  );
}

interface HistoryToolsProps {
  owner: Owner;
  hasAccount: boolean;
}

function useDownload({ owner, hasAccount }: HistoryToolsProps) {
  const [count, setCount] = useState<number>();
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);

  async function readHistory(): Promise<SavedTranslation[]> {
    reading.current = new AbortController();
    const pages = await readAll(fullView, hasAccount, reading.current.signal, setCount);
    const entries = await queryClient.query({ ...entriesQuery(owner), staleTime: 0 });
    return mergeHistory(entries, pages, fullView).filter((each) => !('removedAtMs' in each));
  }

  async function start(kind: 'csv' | 'json'): Promise<void> {
    setCount(0);
    try {
      const { createHistoryFile } = await import('./history-export.ts');
      download(createHistoryFile(await readHistory(), kind), nameFile('history', new Date(), kind));
      toasts.show({ title: 'Downloaded', description: 'Saved to Downloads.' });
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

  return [count, start] as const;
}

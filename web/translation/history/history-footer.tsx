import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { download, nameFile } from '../../browser/download.ts';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { Toggle } from '../../components/controls/toggle.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { buildFailureToast, toasts } from '../../components/toasts/toasts.ts';
import { joinSentences } from '../../language/sentences.ts';
import { queryClient } from '../../queries.ts';
import * as texts from '../../texts/history.ts';
import { privateMode } from '../private-mode.ts';
import { accountQuery, clearHistory, loadAll, noFilter } from './history.ts';
import { mergeHistory, type Owner, type SavedTranslation } from './history-entries.ts';
import { historyStorage, type StorageState } from './history-storage.ts';
import { entriesQuery } from './local-history.ts';

export function HistoryFooter({ owner, isSavedToAccount, hasAccountHistory, hasItems }: HistoryFooterProps) {
  const isPrivate = useStore(privateMode);
  const { state, unreadableCount } = useStore(historyStorage);
  return (
    <div className="mt-2 grid gap-3 border-t border-line pt-4">
      {/* In the page from the start, so that screen readers announce its changes. */}
      <p role="status" className="text-sm text-muted">
        {describeStorage(isSavedToAccount, hasAccountHistory, state)}
      </p>
      {(state === 'full' || state === 'unavailable') && (
        <Button onClick={historyStorage.retryNow}>{texts.saveAgain}</Button>
      )}
      {state === 'newer' && <Button onClick={() => location.reload()}>{texts.reload}</Button>}
      {unreadableCount > 0 && <p className="text-sm text-muted">{texts.unreadable(unreadableCount)}</p>}
      <Toggle
        label={texts.privateMode}
        hint={texts.privateModeHint}
        isOn={isPrivate}
        onChange={privateMode.set}
      />
      {hasItems && owner && <HistoryTools owner={owner} hasAccountHistory={hasAccountHistory} />}
    </div>
  );
}

interface HistoryFooterProps {
  owner: Owner | null;
  isSavedToAccount: boolean;
  hasAccountHistory: boolean;
  hasItems: boolean;
}

function describeStorage(
  isSavedToAccount: boolean,
  hasAccountHistory: boolean,
  state: StorageState['state'],
) {
  if (isSavedToAccount) return state === 'saved' ? texts.savedInBoth : texts.savedInAccount;
  const here = texts.storageStates[state];
  return joinSentences(here, hasAccountHistory ? texts.premiumSavesNew : texts.premiumSaves);
}

function HistoryTools({ owner, hasAccountHistory }: HistoryToolsProps) {
  const [isConfirming, setConfirming] = useState(false);
  const [count, start] = useDownload({ owner, hasAccountHistory });

  function clear(): void {
    // Until the dialog is closed, nothing outside takes the focus.
    flushSync(() => setConfirming(false));
    const entries = queryClient.getQueryData(entriesQuery(owner).queryKey) ?? [];
    const pages = queryClient.getQueryData(accountQuery(noFilter).queryKey)?.pages ?? [];
    const endOfHistory = { translations: [], cursor: null };
    const translations = mergeHistory(entries, [...pages, endOfHistory], noFilter);
    clearHistory({ owner, translations, hasAccountHistory });
    document.getElementById('card-history')?.focus({ preventScroll: true });
  }

  const isBusy = count !== undefined;
  return (
    <>
      <div className="flex flex-wrap gap-3 *:grow sm:*:grow-0">
        <Button isDisabled={isBusy} onClick={() => start('csv')} className="px-3!">
          {texts.downloadCsv}
        </Button>
        <Button isDisabled={isBusy} onClick={() => start('json')} className="px-3!">
          {texts.downloadJson}
        </Button>
        <Button onClick={() => setConfirming(true)} className="px-3! text-danger">
          {texts.clear}
        </Button>
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {isBusy && (count > 0 ? texts.preparingCount(count) : texts.preparing)}
      </p>
      {isConfirming && (
        <Dialog
          title={texts.clearTitle}
          isQuestion
          onClose={() => setConfirming(false)}
          actions={
            <>
              <Button variant="danger" onClick={clear}>
                {texts.clear}
              </Button>
              <Button onClick={() => setConfirming(false)}>{texts.keep}</Button>
            </>
          }
        >
          <p>{hasAccountHistory ? texts.clearWarningWithAccount : texts.clearWarning}</p>
        </Dialog>
      )}
    </>
  );
}

interface HistoryToolsProps {
  owner: Owner;
  hasAccountHistory: boolean;
}

function useDownload({ owner, hasAccountHistory }: HistoryToolsProps) {
  const [count, setCount] = useState<number>();
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);

  async function readHistory(): Promise<SavedTranslation[]> {
    reading.current = new AbortController();
    const pages = await loadAll(hasAccountHistory, reading.current.signal, setCount);
    const entries = await queryClient.query({ ...entriesQuery(owner), staleTime: 0 });
    return mergeHistory(entries, pages, noFilter).filter((each) => !('removedAtMs' in each));
  }

  async function start(kind: 'csv' | 'json'): Promise<void> {
    setCount(0);
    try {
      const { createHistoryFile } = await import('./history-export.ts');
      download(createHistoryFile(await readHistory(), kind), nameFile('history', new Date(), kind));
      toasts.show({ title: texts.downloadedTitle, description: texts.downloaded });
    } catch {
      if (reading.current?.signal.aborted) return;
      toasts.show(buildFailureToast(texts.notDownloadedTitle, texts.notDownloaded));
    } finally {
      setCount(undefined);
    }
  }

  return [count, start] as const;
}

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { isSignedIn } from '../auth/signed-in.ts';
import { createJsonFile, download, nameFile } from '../browser/download.ts';
import { Button } from '../components/controls/button.tsx';
import { Notice } from '../components/toasts/notice.tsx';
import { deletePhraseCaches } from '../offline/phrase-caches.ts';
import { queryClient } from '../queries.ts';
import { endSettingsSync } from '../settings/settings-sync.ts';
import * as texts from '../texts/account.tsx';
import { forgetHistory } from '../translation/history/local-history.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { exportData } from './export.ts';

export function DataPanel() {
  const isUser = isSignedIn();
  const [isConfirming, setConfirming] = useState(false);
  const exporting = useMutation({
    mutationFn: exportData,
    onSuccess: (data) => download(createJsonFile(data), nameFile('data', new Date(), 'json')),
  });
  const deleting = useMutation({ mutationFn: () => call('account.remove', {}), onSuccess: eraseLocalData });

  function close(): void {
    // A deletion cannot be cancelled, and the dialog shows whether it failed.
    if (deleting.isPending || deleting.isSuccess) return;
    deleting.reset();
    setConfirming(false);
  }

  return (
    <>
      <p className="text-muted">{isUser ? texts.userData : texts.guestData}</p>
      <div className="mt-4 flex flex-wrap gap-3 *:grow sm:*:grow-0 lg:*:grow">
        <Button isDisabled={exporting.isPending} onClick={() => exporting.mutate()}>
          {exporting.isPending ? texts.preparingDownload : texts.download}
        </Button>
        <Button onClick={() => setConfirming(true)} className="text-danger">
          {isUser ? texts.deleteAccount : texts.deleteData}
        </Button>
      </div>
      <p role="status" className="text-sm text-muted not-empty:mt-3">
        {exporting.isSuccess && texts.downloaded}
      </p>
      {exporting.isError && (
        <div role="alert" className="mt-3">
          <Notice tone="danger">{texts.downloadFailed}</Notice>
        </div>
      )}
      {isConfirming && (
        <DeleteDialog
          isUser={isUser}
          isPending={deleting.isPending || deleting.isSuccess}
          error={deleting.error}
          onDelete={() => deleting.mutate()}
          onClose={close}
        />
      )}
    </>
  );
}

async function eraseLocalData(): Promise<void> {
  endSettingsSync();
  queryClient.clear();
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      window[name].clear();
    } catch {}
  }
  await deletePhraseCaches();
  await forgetHistory();
  location.replace('/landing');
}

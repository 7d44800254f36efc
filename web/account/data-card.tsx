import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { isSignedIn } from '../auth/signed-in.ts';
import { download } from '../browser/download.ts';
import { Card } from '../components/card.tsx';
import { Button } from '../components/controls/button.tsx';
import { Notice } from '../components/toasts/notice.tsx';
import { forgetPhrases } from '../offline/forget.ts';
import { queryClient } from '../queries.ts';
import { endSettingsSync } from '../settings/run-settings-sync.ts';
import { forgetHistory } from '../translation/history/kept-history.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { fileNameOf, jsonFile, readEverything } from './export.ts';

/** What is held about the visitor: to take along, and to be deleted. */
export function DataCard() {
  const isUser = isSignedIn();
  const [isAsking, setAsking] = useState(false);
  const exporting = useMutation({
    mutationFn: readEverything,
    onSuccess: (everything) => download(jsonFile(everything), fileNameOf(new Date())),
  });
  const deleting = useMutation({ mutationFn: () => call('account.remove', {}), onSuccess: leave });

  function close(): void {
    // What is on its way cannot be called back, and its failure must be seen.
    if (deleting.isPending || deleting.isSuccess) return;
    deleting.reset();
    setAsking(false);
  }

  return (
    <Card title="Your data">
      <p className="text-muted">
        {isUser
          ? 'Take everything that Parley holds about you with you, or delete it for good.'
          : 'You have no account. Parley holds your settings and how many translations you have used.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-3 *:grow sm:*:grow-0 lg:*:grow">
        <Button isDisabled={exporting.isPending} onClick={() => exporting.mutate()}>
          {exporting.isPending ? 'Getting it ready…' : 'Download my data'}
        </Button>
        <Button onClick={() => setAsking(true)} className="text-danger">
          {isUser ? 'Delete my account' : 'Delete my data'}
        </Button>
      </div>
      <p role="status" className="text-sm text-muted not-empty:mt-3">
        {exporting.isSuccess && 'Your data is among your downloads.'}
      </p>
      {exporting.isError && (
        <div role="alert" className="mt-3">
          <Notice tone="danger">
            Your data could not be downloaded. Check your connection and try again.
          </Notice>
        </div>
      )}
      <DeleteDialog
        isUser={isUser}
        isOpen={isAsking}
        isPending={deleting.isPending || deleting.isSuccess}
        error={deleting.error}
        onDelete={() => deleting.mutate()}
        onClose={close}
      />
    </Card>
  );
}

/** Nothing of what was is left behind: not in this browser, and not on this page. */
async function leave(): Promise<void> {
  endSettingsSync();
  queryClient.clear();
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      window[name].clear();
    } catch {
      // What may not be used holds nothing.
    }
  }
  await forgetPhrases();
  await forgetHistory();
  location.replace('/landing');
}

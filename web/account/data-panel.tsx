import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { ApiError, call, describeError } from '../api.ts';
import { announceSignOut } from '../auth/other-tabs.ts';
import { isSignedIn } from '../auth/signed-in.ts';
import { createJsonFile, download, nameFile } from '../browser/download.ts';
import { saveBeforeLeaving } from '../browser/leaving.ts';
import { Button } from '../components/controls/button.tsx';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { Notice } from '../components/toasts/notice.tsx';
import { deleteModels } from '../offline/models/installed.ts';
import { queryClient } from '../queries.ts';
import { endSettingsSync } from '../settings/settings-sync.ts';
import { deleteSounds } from '../speech/speak/sounds.ts';
import * as texts from '../texts/account/panel.tsx';
import { forgetHistory } from '../translation/history/local-history.ts';
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
  saveBeforeLeaving('logout');
  announceSignOut();
  queryClient.clear();
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      window[name].clear();
    } catch {}
  }
  await deleteSounds();
  await deleteModels();
  await forgetHistory();
  location.replace('/landing');
}

function DeleteDialog({ isUser, isPending, error, onDelete, onClose }: DeleteDialogProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const label = isUser ? texts.deleteAccount : texts.deleteData;
  const isConfirmed = typed.trim().toUpperCase() === texts.confirmationWord;

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (isConfirmed && !isPending) onDelete();
  }

  return (
    <Dialog
      title={isUser ? texts.deleteAccountTitle : texts.deleteDataTitle}
      isQuestion
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={id} variant="danger" isDisabled={!isConfirmed || isPending}>
            {isPending ? texts.deleting : label}
          </Button>
          <Button isDisabled={isPending} onClick={onClose}>
            {texts.keepIt}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className="grid gap-3">
        <p>{isUser ? texts.accountDeletion : texts.dataDeletion}</p>
        {isUser && (
          <ul className="list-disc ps-5">
            {texts.deletedWithAccount.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        )}
        <p className="text-muted">{isUser ? texts.keptFromAccount : texts.keptFromGuest}</p>
        <label htmlFor={`${id}-word`}>
          {texts.typeToConfirm(<strong translate="no">{texts.confirmationWord}</strong>)}
        </label>
        <input
          id={`${id}-word`}
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          readOnly={isPending}
          onChange={(event) => setTyped(event.currentTarget.value)}
          className="-mt-1 min-h-12 w-full rounded-control border border-edge bg-surface px-4 read-only:bg-sunken focus-visible:outline-offset-0"
        />
        {error && (
          <div role="alert">
            <Notice tone="danger">{describeFailure(error)}</Notice>
          </div>
        )}
      </form>
    </Dialog>
  );
}

interface DeleteDialogProps {
  isUser: boolean;
  isPending: boolean;
  error: Error | null;
  onDelete: () => void;
  onClose: () => void;
}

function describeFailure(error: Error): string {
  if (error instanceof ApiError && error.status === 401) return texts.loggedOut;
  return texts.deleteFailed(describeError(error) ?? texts.unknownProblem);
}

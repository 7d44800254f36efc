import { type SubmitEvent, useId, useState } from 'react';
import { ApiError, describeError } from '../api.ts';
import { Button } from '../components/controls/button.tsx';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { Notice } from '../components/toasts/notice.tsx';
import * as texts from '../texts/account.tsx';

export function DeleteDialog({ isUser, isPending, error, onDelete, onClose }: DeleteDialogProps) {
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
          <ul className="list-disc pl-5">
            {texts.deletedWithAccount.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        )}
        <p className="text-muted">{isUser ? texts.keptFromAccount : texts.keptFromGuest}</p>
        <label htmlFor={`${id}-word`}>{texts.typeToConfirm(<strong>{texts.confirmationWord}</strong>)}</label>
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

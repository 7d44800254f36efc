import { type SubmitEvent, useId, useState } from 'react';
import { ApiError, describeError } from '../api.ts';
import { Button } from '../components/controls/button.tsx';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { Notice } from '../components/toasts/notice.tsx';

export function DeleteDialog({ isUser, isPending, error, onDelete, onClose }: DeleteDialogProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const label = isUser ? 'Delete my account' : 'Delete my data';
  const isConfirmed = typed.trim().toUpperCase() === confirmationWord;

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (isConfirmed && !isPending) onDelete();
  }

  return (
    <Dialog
      title={isUser ? 'Delete your account?' : 'Delete your data?'}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={id} variant="danger" isDisabled={!isConfirmed || isPending}>
            {isPending ? 'Deleting…' : label}
          </Button>
          <Button isDisabled={isPending} onClick={onClose}>
            Keep it
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className="grid gap-3">
        {isUser ? <UserText /> : <GuestText />}
        <label htmlFor={`${id}-word`}>
          You can’t undo this. To continue, type <strong>{confirmationWord}</strong>.
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

const confirmationWord = 'DELETE';

function UserText() {
  return (
    <>
      <p>We’ll permanently delete:</p>
      <ul className="list-disc pl-5">
        <li>your account, with your name and email address</li>
        <li>your translation history, including in this browser</li>
        <li>your settings</li>
        <li>your subscription, if you have one</li>
      </ul>
      <p className="text-muted">
        We keep anonymous totals, and how much you used today and this month, so deleting can’t reset the
        limit. If you had the free trial, we keep codes made from your email address and card, so the trial
        can’t be used twice. Stripe keeps the payment records the law requires. Backups expire after 35 days.
      </p>
    </>
  );
}

function GuestText() {
  return (
    <>
      <p>We’ll permanently delete your settings, here and on our servers, and the history in this browser.</p>
      <p className="text-muted">
        We keep the number of free translations you’ve used, without their text, so deleting can’t reset the
        limit.
      </p>
    </>
  );
}

function describeFailure(error: Error): string {
  if (error instanceof ApiError && error.status === 401) {
    return 'You’re logged out. If you can still log in, your account wasn’t deleted. Log in and try again.';
  }
  const sentence = describeError(error) ?? 'Something went wrong.';
  return `${sentence} Some data may not be deleted yet. Please try again.`;
}

import { type FormEvent, useId, useState } from 'react';
import { ApiError, sentenceOf } from '../api.ts';
import { Button } from '../components/controls/button.tsx';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { Notice } from '../components/toasts/notice.tsx';

/** Says what goes and what stays, and deletes after a word was typed. */
export function DeleteDialog({ isOpen, isUser, isPending, error, onDelete, onClose }: DeleteDialogProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const what = isUser ? 'Delete my account' : 'Delete my data';
  const isConfirmed = typed.trim().toUpperCase() === word;

  function close(): void {
    setTyped('');
    onClose();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isConfirmed && !isPending) onDelete();
  }

  return (
    <Dialog
      title={isUser ? 'Delete your account?' : 'Delete your data?'}
      isOpen={isOpen}
      onClose={close}
      actions={
        <>
          <Button
            type="submit"
            form={id}
            isDisabled={!isConfirmed || isPending}
            className="bg-danger! text-surface! aria-disabled:bg-sunken! aria-disabled:text-muted!"
          >
            {isPending ? 'Deleting…' : what}
          </Button>
          <Button isDisabled={isPending} onClick={close}>
            Keep it
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className="grid gap-3">
        {isUser ? <OfUser /> : <OfGuest />}
        <div>
          <label htmlFor={`${id}-word`}>
            This cannot be undone. To go on, type <strong>{word}</strong>.
          </label>
          <input
            id={`${id}-word`}
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            readOnly={isPending}
            onChange={(event) => setTyped(event.currentTarget.value)}
            className="mt-2 min-h-12 w-full rounded-control border border-edge bg-surface px-4 read-only:bg-sunken focus-visible:outline-offset-0"
          />
        </div>
        {error && (
          <div role="alert">
            <Notice tone="danger">{reasonOf(error)}</Notice>
          </div>
        )}
      </form>
    </Dialog>
  );
}

interface DeleteDialogProps {
  isOpen: boolean;
  isUser: boolean;
  isPending: boolean;
  error: Error | null;
  onDelete: () => void;
  onClose: () => void;
}

const word = 'DELETE';

function OfUser() {
  return (
    <>
      <p>These go at once and for good:</p>
      <ul className="list-disc pl-5">
        <li>your account, with your name and e-mail address</li>
        <li>your history of translations, also what this browser keeps</li>
        <li>your settings</li>
        <li>your subscription, if you have one</li>
      </ul>
      <p className="text-muted">
        What stays: totals of how much Parley was used, which say nothing about you; how much you used today
        and this month, until they end, so that deleting can’t reset the limit; if you have had the free
        trial, codes of your e-mail address and your card, so that nobody gets it twice; and the records of
        payments that the law makes Stripe keep. Backups forget you after 35 days.
      </p>
    </>
  );
}

function OfGuest() {
  return (
    <>
      <p>
        Your settings go at once and for good, on our side and in this browser, and so does the history that
        is kept here.
      </p>
      <p className="text-muted">
        How many free translations you have used stays, without a word of what they said. Otherwise deleting
        would be a way to new ones.
      </p>
    </>
  );
}

function reasonOf(error: Error): string {
  if (error instanceof ApiError && error.status === 401) {
    return 'You are signed out by now. If you can sign in again, your account is still there: delete it then.';
  }
  const sentence = sentenceOf(error) ?? 'Something went wrong.';
  return `${sentence} What is not deleted yet is still there: press the button again.`;
}

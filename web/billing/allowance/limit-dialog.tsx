import { limits } from '../../../shared/limits.ts';
import { goToSignUp } from '../../auth/user.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { leftOf, type Status } from '../status.ts';
import { resetTime } from './reset-time.ts';

/** The allowance is used up: what one can do. */
export function LimitDialog({ status, isGuest, isOpen, onClose }: LimitDialogProps) {
  const goOn = isGuest ? (
    <Button look="primary" onClick={() => goToSignUp()}>
      Create Free Account
    </Button>
  ) : (
    // A document of its own: the pages of payments have another security policy.
    <Button look="primary" onClick={() => location.assign('/subscription')}>
      Subscribe Now
    </Button>
  );
  return (
    <Dialog
      title={isGuest ? 'That was your last guest translation' : 'That was the last one for today'}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          {goOn}
          <Button onClick={onClose}>Not now</Button>
        </>
      }
    >
      {isGuest ? <GuestText status={status} /> : <UserText status={status} />}
    </Dialog>
  );
}

interface LimitDialogProps {
  status: Status | undefined;
  isGuest: boolean;
  isOpen: boolean;
  onClose: () => void;
}

function GuestText({ status }: { status: Status | undefined }) {
  // Where the server has refused before the page knew, the status still tells of a time before.
  const used = leftOf(status) === 0 ? status?.translationsUsed : limits.translations.guest;
  return (
    <p>
      You've used {used} of {limits.translations.guest} guest translations. Create an account to get{' '}
      {limits.translations.free} free translations per day. What you have typed will be there when you are
      back.
    </p>
  );
}

function UserText({ status }: { status: Status | undefined }) {
  return (
    <>
      <p>You've used all {status?.limit ?? limits.translations.free} free translations today.</p>
      <p className="mt-2 text-muted">
        Premium has no limit.
        {status?.resetsAt && ` Without it, you can translate again at ${resetTime(status.resetsAt)}.`}
      </p>
    </>
  );
}

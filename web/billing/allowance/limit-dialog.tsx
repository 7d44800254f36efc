import { limits } from '../../../shared/limits.ts';
import { goToSignUp } from '../../auth/user.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { countTranslationsLeft, type Status } from '../status.ts';
import { formatResetTime } from './reset-time.ts';

export function LimitDialog({ status, isGuest, isOpen, onClose }: LimitDialogProps) {
  if (!isOpen) return null;
  const action = isGuest ? (
    <Button variant="primary" onClick={goToSignUp}>
      Create Free Account
    </Button>
  ) : (
    // Full page load, because payment pages have another security policy.
    <Button variant="primary" onClick={() => location.assign('/subscription')}>
      Subscribe Now
    </Button>
  );
  return (
    <Dialog
      title={isGuest ? 'You’ve used your guest translations' : 'You’ve reached today’s limit'}
      onClose={onClose}
      actions={
        <>
          {action}
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
  // After the server has refused, the status may be outdated.
  const used = countTranslationsLeft(status) === 0 ? status?.translationsUsed : limits.translations.guest;
  return (
    <p>
      You've used {used} of {limits.translations.guest} guest translations. Create an account to get{' '}
      {limits.translations.free} free translations per day. Your text will be here when you return.
    </p>
  );
}

function UserText({ status }: { status: Status | undefined }) {
  return (
    <>
      <p>You've used all {status?.limit ?? limits.translations.free} free translations today.</p>
      <p className="mt-2 text-muted">
        Premium has no limit.
        {status?.resetsAt && ` You can translate again at ${formatResetTime(status.resetsAt)}.`}
      </p>
    </>
  );
}

import { limits } from '../../../shared/limits.ts';
import { goToSignUp } from '../../auth/user.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { joinSentences } from '../../language/sentences.ts';
import * as texts from '../../texts/allowance.tsx';
import { countTranslationsLeft, type Status } from '../status.ts';
import { formatResetTime } from './reset-time.ts';

export function LimitDialog({ status, isGuest, isOpen, onClose }: LimitDialogProps) {
  if (!isOpen) return null;
  const action = isGuest ? (
    <Button variant="primary" onClick={goToSignUp}>
      {texts.createAccount}
    </Button>
  ) : (
    // Full page load, because payment pages have a different security policy.
    <Button variant="primary" onClick={() => location.assign('/subscription')}>
      {texts.subscribe}
    </Button>
  );
  return (
    <Dialog
      title={isGuest ? texts.guestLimitTitle : texts.userLimitTitle}
      isQuestion
      onClose={onClose}
      actions={
        <>
          {action}
          <Button onClick={onClose}>{texts.notNow}</Button>
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
  // After a refusal, the cached status may be outdated.
  const used =
    status && countTranslationsLeft(status) === 0 ? status.translationsUsed : limits.translations.guest;
  return <p>{texts.guestLimitText(used)}</p>;
}

function UserText({ status }: { status: Status | undefined }) {
  return (
    <>
      <p>{texts.userLimitText(status?.limit ?? limits.translations.free)}</p>
      <p className="mt-2 text-muted">
        {joinSentences(
          texts.premiumUnlimited,
          status?.resetsAt ? texts.translateAgainAt(formatResetTime(status.resetsAt)) : undefined,
        )}
      </p>
    </>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call, describeError } from '../api.ts';
import { forgetUser, goToNewPassword, userQuery } from '../auth/user.ts';
import { Button } from '../components/controls/button.tsx';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { Notice } from '../components/toasts/notice.tsx';
import * as texts from '../texts/account/panel.tsx';
import { EmailChange } from './email-change.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** For somebody who is signed in. */
export function AccountPanel() {
  const { data: user } = useQuery(userQuery);
  const [isConfirming, setConfirming] = useState(false);
  return (
    <div className="grid gap-4">
      {user && (
        <p className="wrap-anywhere">
          {texts.signedInAs(
            <bdi translate="no" className="font-medium">
              {user.email}
            </bdi>,
          )}
        </p>
      )}
      <EmailChange />
      <div className="grid justify-items-start gap-2">
        <p className="text-muted">{texts.changePasswordHint}</p>
        <Button onClick={goToNewPassword}>{texts.changePassword}</Button>
      </div>
      <SecondFactor />
      <Sessions />
      <div className="grid justify-items-start gap-2">
        <p className="text-muted">{texts.signOutEverywhereHint}</p>
        <Button onClick={() => setConfirming(true)}>{texts.signOutEverywhere}</Button>
      </div>
      {isConfirming && <SignOutDialog onClose={() => setConfirming(false)} />}
    </div>
  );
}

function SignOutDialog({ onClose }: { onClose: () => void }) {
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: () => call('account.sign-out-everywhere', {}),
    onSuccess: () => {
      forgetUser();
      // Ends the session of the login's own pages too.
      location.assign('/api/logout');
    },
  });
  const isBusy = isPending || isSuccess;
  return (
    <Dialog
      title={texts.signOutEverywhereTitle}
      isQuestion
      onClose={() => !isBusy && onClose()}
      actions={
        <>
          <Button variant="primary" isDisabled={isBusy} onClick={() => mutate()}>
            {isBusy ? texts.signingOut : texts.signOutEverywhere}
          </Button>
          <Button isDisabled={isBusy} onClick={onClose}>
            {texts.staySignedIn}
          </Button>
        </>
      }
    >
      <p>{texts.signOutEverywhereEffect}</p>
      {error && (
        <div role="alert" className="mt-3">
          <Notice tone="danger">{describeFailure(error)}</Notice>
        </div>
      )}
    </Dialog>
  );
}

function describeFailure(error: Error): string {
  if (error instanceof ApiError && error.status === 401) return texts.signedOutAlready;
  return texts.signOutFailed(describeError(error) ?? texts.unknownProblem);
}

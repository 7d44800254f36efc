import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../api.ts';
import { goToConfirmation, userQuery } from '../auth/user.ts';
import { Button } from '../components/controls/button.tsx';
import { Notice } from '../components/toasts/notice.tsx';
import { queryClient } from '../queries.ts';
import * as texts from '../texts/account/email.tsx';
import { confirmation } from './confirmation.ts';
import { OneFieldForm } from './one-field-form.tsx';

/** The login asks for the password, a code goes to the new address, and the code changes it. */
export function EmailChange() {
  const [step, setStep] = useState<Step>({
    name: confirmation === 'email-confirmed' ? 'address' : 'start',
    email: '',
  });
  const container = useRef<HTMLDivElement>(null);
  const isBegun = useRef(false);
  useEffect(() => {
    // The form that had the focus is gone, and its follower has no field for it.
    if (isBegun.current && (step.name === 'start' || step.name === 'changed')) container.current?.focus();
    isBegun.current = true;
  }, [step.name]);
  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      <CurrentStep step={step} onStep={setStep} />
    </div>
  );
}

function CurrentStep({ step: { name, email }, onStep }: { step: Step; onStep: (step: Step) => void }) {
  switch (name) {
    case 'start':
      return <Start isUnconfirmed={confirmation === 'email-unconfirmed'} />;
    case 'address':
      return (
        <AddressForm
          before={email}
          onSent={(sentTo) => onStep({ name: 'code', email: sentTo })}
          onCancel={() => onStep({ name: 'start', email: '' })}
        />
      );
    case 'code':
      return (
        <CodeForm
          email={email}
          onChanged={(changedTo) => onStep({ name: 'changed', email: changedTo })}
          onBack={() => onStep({ name: 'address', email })}
        />
      );
    case 'changed':
      return (
        <Notice tone="plain">
          <p>{texts.emailChanged(<Address email={email} />)}</p>
        </Notice>
      );
  }
}

interface Step {
  readonly name: 'start' | 'address' | 'code' | 'changed';
  readonly email: string;
}

function Start({ isUnconfirmed }: { isUnconfirmed: boolean }) {
  return (
    <div className="grid justify-items-start gap-2">
      {isUnconfirmed && (
        <div role="alert">
          <Notice tone="danger">{texts.notConfirmed}</Notice>
        </div>
      )}
      <p className="text-muted">{texts.changeEmailHint}</p>
      <Button onClick={() => goToConfirmation('email')}>{texts.changeEmail}</Button>
    </div>
  );
}

function AddressForm({ before, onSent, onCancel }: AddressFormProps) {
  const sending = useMutation({
    mutationFn: (email: string) => call('account.change-email', { email }),
    onSuccess: (_, email) => onSent(email),
  });
  return (
    <OneFieldForm
      label={texts.newEmail}
      before={before}
      input={{ type: 'email', autoComplete: 'email', autoCapitalize: 'none', maxLength: 254 }}
      action={sending.isPending ? texts.sendingCode : texts.sendCode}
      isPending={sending.isPending}
      error={sending.error}
      failed={texts.emailFailed}
      onSubmit={sending.mutate}
    >
      <Button isDisabled={sending.isPending} onClick={onCancel}>
        {texts.keepEmail}
      </Button>
    </OneFieldForm>
  );
}

interface AddressFormProps {
  /** As typed before. */
  before: string;
  onSent: (email: string) => void;
  onCancel: () => void;
}

function CodeForm({ email, onChanged, onBack }: CodeFormProps) {
  const changing = useMutation({
    mutationFn: (code: string) => call('account.confirm-email', { email, code }),
    onSuccess: (answer) => {
      queryClient.setQueryData(userQuery.queryKey, (user) => user && { ...user, email: answer.email });
      onChanged(answer.email);
    },
  });
  return (
    <div className="grid gap-2">
      <p role="status" className="wrap-anywhere">
        {texts.codeSent(<Address email={email} />)}
      </p>
      <OneFieldForm
        label={texts.emailCode}
        before=""
        input={{ inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 20 }}
        action={changing.isPending ? texts.changingEmail : texts.changeEmail}
        isPending={changing.isPending}
        error={changing.error}
        failed={texts.emailFailed}
        onSubmit={changing.mutate}
      >
        <Button isDisabled={changing.isPending} onClick={onBack}>
          {texts.otherEmail}
        </Button>
      </OneFieldForm>
    </div>
  );
}

interface CodeFormProps {
  email: string;
  onChanged: (email: string) => void;
  onBack: () => void;
}

function Address({ email }: { email: string }) {
  return (
    <bdi translate="no" className="font-medium">
      {email}
    </bdi>
  );
}

import { useMutation } from '@tanstack/react-query';
import {
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { call, describeError } from '../api.ts';
import { goToConfirmation, userQuery } from '../auth/user.ts';
import { Button } from '../components/controls/button.tsx';
import { Notice } from '../components/toasts/notice.tsx';
import { queryClient } from '../queries.ts';
import * as texts from '../texts/account/email.tsx';
import { confirmation } from './confirmation.ts';

/** The login asks for the password, a code goes to the new address, and the code changes it. */
export function EmailChange() {
  const [step, setStep] = useState<Step>({
    name: confirmation === 'confirmed' ? 'address' : 'start',
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
      return <Start isUnconfirmed={confirmation === 'unconfirmed'} />;
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
      <Button onClick={goToConfirmation}>{texts.changeEmail}</Button>
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

/** It takes the focus when it appears. */
function OneFieldForm({
  label,
  before,
  input,
  action,
  isPending,
  error,
  onSubmit,
  children,
}: OneFieldFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(before);
  useEffect(() => field.current?.focus(), []);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isPending) onSubmit(typed.trim());
  }

  return (
    <form onSubmit={submit} className="grid gap-2">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        {...input}
        ref={field}
        id={id}
        value={typed}
        required
        spellCheck={false}
        readOnly={isPending}
        aria-invalid={error !== null}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        className="min-h-12 w-full rounded-control border border-edge bg-surface px-4 read-only:bg-sunken focus-visible:outline-offset-0"
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="text-danger">
          {describeError(error) ?? texts.emailFailed}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isDisabled={isPending}>
          {action}
        </Button>
        {children}
      </div>
    </form>
  );
}

interface OneFieldFormProps {
  label: string;
  before: string;
  input: ComponentProps<'input'>;
  action: string;
  isPending: boolean;
  error: Error | null;
  onSubmit: (typed: string) => void;
  children: ReactNode;
}

function Address({ email }: { email: string }) {
  return (
    <bdi translate="no" className="font-medium">
      {email}
    </bdi>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call, describeError } from '../api.ts';
import { goToConfirmation, userQuery } from '../auth/user.ts';
import { Button } from '../components/controls/button.tsx';
import { RetryNotice } from '../components/retry-notice.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { copyText } from '../components/toasts/copy-text.ts';
import { Notice } from '../components/toasts/notice.tsx';
import { contactAddress } from '../contact.ts';
import * as emailTexts from '../texts/account/email.tsx';
import * as texts from '../texts/account/second-factor.tsx';
import { confirmation } from './confirmation.ts';
import { OneFieldForm } from './one-field-form.tsx';
import { QrCode } from './qr-code.tsx';

/** The login asks for the password, and for a code of the app if the account has a second factor. Then it can change. */
export function SecondFactor() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [step, setStep] = useState<Step>(confirmation === 'second-factor-confirmed' ? 'confirmed' : 'start');
  const isBegun = useRef(false);
  useEffect(() => {
    // What had the focus is gone, or the person comes back from the login to go on here.
    if (isBegun.current || step === 'confirmed') heading.current?.focus();
    isBegun.current = true;
  }, [step]);
  return (
    <div className="grid justify-items-start gap-2">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {texts.twoStepLogin}
      </h3>
      <CurrentStep step={step} onStep={setStep} />
    </div>
  );
}

type Step = 'start' | 'confirmed' | 'on' | 'off';

function CurrentStep({ step, onStep }: { step: Step; onStep: (step: Step) => void }) {
  switch (step) {
    case 'start':
      return <Start isUnconfirmed={confirmation === 'second-factor-unconfirmed'} />;
    case 'confirmed':
      return <Change onStep={onStep} />;
    case 'on':
      return <Notice tone="plain">{texts.turnedOn}</Notice>;
    case 'off':
      return <Notice tone="plain">{texts.turnedOff}</Notice>;
  }
}

function Start({ isUnconfirmed }: { isUnconfirmed: boolean }) {
  return (
    <>
      {isUnconfirmed && (
        <div role="alert">
          <Notice tone="danger">{emailTexts.notConfirmed}</Notice>
        </div>
      )}
      <p className="text-muted">{texts.hint}</p>
      <Button onClick={() => goToConfirmation('second-factor')}>{texts.setUpOrTurnOff}</Button>
    </>
  );
}

function Change({ onStep }: { onStep: (step: Step) => void }) {
  const { data, error, isFetching, refetch } = useQuery(keyQuery);
  if (error instanceof ApiError && error.code === 'conflict') {
    return (
      <>
        <p role="alert">{error.detail}</p>
        <Button onClick={() => goToConfirmation('second-factor')}>{texts.setUpOrTurnOff}</Button>
      </>
    );
  }
  if (error) {
    return (
      <RetryNotice isRetrying={isFetching} onRetry={() => void refetch()}>
        {describeError(error) ?? texts.failed}
      </RetryNotice>
    );
  }
  if (!data) return <Skeleton label={texts.loading} />;
  if (data.key === null) return <TurnOff onStep={onStep} />;
  return <SetUp secret={data.key} onStep={onStep} />;
}

/** A key is for one visit of the section. The library for its picture loads with it. */
const keyQuery = {
  queryKey: ['/api/account/second-factor'],
  queryFn: () => call('account.begin-second-factor', {}),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
};

function SetUp({ secret, onStep }: { secret: string; onStep: (step: Step) => void }) {
  const { data: user } = useQuery(userQuery);
  const turningOn = useMutation({
    mutationFn: (code: string) => call('account.confirm-second-factor', { code: code.replace(/\s/g, '') }),
    onSuccess: () => onStep('on'),
  });
  const address = buildKeyAddress(secret, user?.email ?? '');
  return (
    <div className="grid w-full gap-3">
      <p>{texts.openApp}</p>
      <QrCode text={address} label={texts.qrCode} />
      <p>
        <a href={address} className="inline-block py-2 font-medium underline underline-offset-4">
          {texts.openHere}
        </a>
      </p>
      <div className="grid justify-items-start gap-2">
        <p>{texts.enterKey}</p>
        <p dir="ltr" translate="no" className="rounded-control bg-sunken px-4 py-2 font-mono wrap-anywhere">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </p>
        <Button onClick={() => void copyText(secret, texts.keyCopied)}>{texts.copyKey}</Button>
      </div>
      <Notice tone="plain">
        <p className="font-semibold">{texts.lostPhone}</p>
        <p>{texts.keepKey}</p>
        <p>{texts.writeToUs(<ContactLink />)}</p>
      </Notice>
      <OneFieldForm
        label={texts.code}
        before=""
        input={{ inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 10 }}
        action={turningOn.isPending ? texts.turningOn : texts.turnOn}
        isPending={turningOn.isPending}
        error={turningOn.error}
        failed={texts.failed}
        takesFocus={false}
        onSubmit={turningOn.mutate}
      >
        <Button isDisabled={turningOn.isPending} onClick={() => onStep('start')}>
          {texts.notNow}
        </Button>
      </OneFieldForm>
    </div>
  );
}

/** As authenticator apps read it: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
function buildKeyAddress(secret: string, email: string): string {
  return `otpauth://totp/${encodeURIComponent(`Parley:${email}`)}?secret=${secret}&issuer=Parley`;
}

function ContactLink() {
  return (
    <a href={`mailto:${contactAddress}`} translate="no" className="underline underline-offset-4">
      {contactAddress}
    </a>
  );
}

function TurnOff({ onStep }: { onStep: (step: Step) => void }) {
  const turningOff = useMutation({
    mutationFn: () => call('account.end-second-factor', {}),
    onSuccess: () => onStep('off'),
  });
  const { isPending, error } = turningOff;
  return (
    <>
      <p role="status">{texts.isOn}</p>
      <p className="text-muted">{texts.newPhone}</p>
      {error && (
        <div role="alert">
          <Notice tone="danger">{describeError(error) ?? texts.failed}</Notice>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button className="text-danger" isDisabled={isPending} onClick={() => turningOff.mutate()}>
          {isPending ? texts.turningOff : texts.turnOff}
        </Button>
        <Button isDisabled={isPending} onClick={() => onStep('start')}>
          {texts.keepOn}
        </Button>
      </div>
    </>
  );
}

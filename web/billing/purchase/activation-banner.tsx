import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { goToLogin } from '../../auth/user.ts';
import { cardName } from '../payment/offer.ts';
import { type Status, statusQuery } from '../status.ts';
import type { Activation } from './activation.ts';
import type { RunningActivation } from './run-activation.ts';
import { startActivation } from './start-activation.ts';

/** After the payment form: that Premium is on its way, and what to do where it is not. Loaded only then. */
export function ActivationBanner() {
  return running && <Banner running={running} />;
}

function Banner({ running }: { running: RunningActivation }) {
  const activation = useSyncExternalStore(running.subscribe, running.get);
  // Others ask as well, such as the translator after each translation.
  const { data: status } = useQuery(statusQuery);
  useEffect(() => {
    if (status) running.send({ type: 'status-arrived', status, atMs: Date.now() });
  }, [status, running]);
  const checkAgain = () => running.send({ type: 'check-asked', atMs: Date.now() });
  return (
    <div role="status">
      {activation.phase !== 'done' && (
        <div className="mb-4 animate-rise rounded-card border border-line bg-surface px-4 py-3 card-shadow sm:px-6">
          <Message activation={activation} status={status} onCheck={checkAgain} />
        </div>
      )}
    </div>
  );
}

function Message({ activation, status, onCheck }: MessageProps) {
  switch (activation.phase) {
    case 'activating':
      return (
        <>
          <Line heading="Activating…">Your card is confirmed. Premium is here in a moment.</Line>
          <div aria-hidden="true" className="shimmer mt-3 h-2 animate-shimmer rounded-full" />
        </>
      );
    case 'slow':
      return (
        <Line
          heading="This takes longer than usual."
          action={
            <button type="button" onClick={onCheck} className={actionLook}>
              Check again
            </button>
          }
        >
          Nothing is lost: your card is confirmed, and Premium begins by itself.
        </Line>
      );
    case 'card-had-trial':
      return (
        <Line heading={hadTrial(status)} action={<ToPlans>See how to go on</ToPlans>}>
          Nothing was charged.
        </Line>
      );
    case 'payment-failed':
      return (
        <Line heading="Your card was declined." action={<ToPlans>Try another card</ToPlans>}>
          Nothing was charged.
        </Line>
      );
    case 'confirmation-needed':
      return (
        <Line
          heading="Your bank wants you to confirm this payment."
          action={<ToPlans>Confirm payment</ToPlans>}
        >
          Nothing was charged yet.
        </Line>
      );
    case 'terms-outdated':
      return (
        <Line heading="Please agree to the price again." action={<ToPlans>See the price</ToPlans>}>
          It has changed, or more than a day has passed. Nothing was charged.
        </Line>
      );
    case 'not-confirmed':
      return (
        <Line heading="Your card could not be confirmed." action={<ToPlans>Try again</ToPlans>}>
          Nothing was charged.
        </Line>
      );
    case 'signed-out':
      return (
        <Line
          heading="You are signed out."
          action={
            <button type="button" onClick={() => goToLogin()} className={actionLook}>
              Log in
            </button>
          }
        >
          Your card is confirmed. Log in, and Premium is there.
        </Line>
      );
    case 'done':
      return null;
  }
}

interface MessageProps {
  activation: Activation;
  status: Status | undefined;
  onCheck: () => void;
}

function hadTrial(status: Status | undefined): string {
  const card = status?.purchase?.card;
  return `This card${card ? ` (${cardName(card)})` : ''} has already had its free trial.`;
}

function Line({ heading, action, children }: { heading: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <p className="min-w-0 flex-1 basis-52 leading-relaxed">
        <strong className="font-semibold">{heading}</strong> {children}
      </p>
      {action}
    </div>
  );
}

/** Its pages have another security policy, so it loads a document. */
function ToPlans({ children }: { children: ReactNode }) {
  return (
    <a href="/subscription" className={`${actionLook} flex items-center`}>
      {children}
    </a>
  );
}

const actionLook = 'min-h-11 font-semibold underline underline-offset-4';

const running = startActivation();

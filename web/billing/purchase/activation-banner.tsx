import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { goToLogin } from '../../auth/user.ts';
import { useStore } from '../../browser/store.ts';
import { nameCard } from '../payment/offer.ts';
import { type Status, statusQuery } from '../status.ts';
import type { Activation } from './activation.ts';
import type { RunningActivation } from './run-activation.ts';
import { startActivation } from './start-activation.ts';

/** Progress from the payment form to Premium, or the problem and its remedy. */
export function ActivationBanner() {
  return running && <Banner running={running} />;
}

function Banner({ running }: { running: RunningActivation }) {
  const activation = useStore(running);
  const { data: status } = useQuery(statusQuery);
  useEffect(() => {
    if (status) running.send({ type: 'status-arrived', status, atMs: Date.now() });
  }, [status, running]);
  const checkAgain = () => running.send({ type: 'check-requested', atMs: Date.now() });
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

function Message({ activation: { phase }, status, onCheck }: MessageProps) {
  if (phase === 'done') return null;
  const { heading, text, action } = messages[phase];
  const card = phase === 'card-had-trial' && status?.purchase?.card;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3">
        <p className="min-w-0 flex-1 basis-52 leading-relaxed">
          <strong className="font-semibold">
            {card ? `This card (${nameCard(card)}) has already been used for a free trial.` : heading}
          </strong>{' '}
          {text}
        </p>
        {phase === 'slow' && <ActionButton onPress={onCheck}>{action}</ActionButton>}
        {phase === 'signed-out' && <ActionButton onPress={() => goToLogin()}>{action}</ActionButton>}
        {phase !== 'slow' && phase !== 'signed-out' && action && <ToPlans>{action}</ToPlans>}
      </div>
      {phase === 'activating' && (
        <div aria-hidden="true" className="shimmer mt-3 h-2 animate-shimmer rounded-full" />
      )}
    </>
  );
}

interface MessageProps {
  activation: Activation;
  status: Status | undefined;
  onCheck: () => void;
}

/** `action` leads to the plans, but for `slow` and `signed-out`. */
const messages: Record<
  Exclude<Activation['phase'], 'done'>,
  { readonly heading: string; readonly text: string; readonly action?: string }
> = {
  activating: { heading: 'Activating…', text: 'Your card is confirmed. Premium will be ready in a moment.' },
  slow: {
    heading: 'This is taking longer than usual.',
    text: 'Your card is confirmed, and Premium will start automatically.',
    action: 'Check again',
  },
  'card-had-trial': {
    heading: 'This card has already been used for a free trial.',
    text: 'Nothing was charged.',
    action: 'See options',
  },
  'payment-failed': {
    heading: 'Your card was declined.',
    text: 'Nothing was charged.',
    action: 'Try another card',
  },
  'confirmation-needed': {
    heading: 'Your bank wants you to confirm this payment.',
    text: 'Nothing has been charged yet.',
    action: 'Confirm payment',
  },
  'terms-outdated': {
    heading: 'Please agree to the price again.',
    text: 'It has changed, or more than a day has passed. Nothing was charged.',
    action: 'See the price',
  },
  'not-confirmed': {
    heading: 'Your card wasn’t confirmed.',
    text: 'Nothing was charged.',
    action: 'Try again',
  },
  'signed-out': {
    heading: 'You’re signed out.',
    text: 'Your card is confirmed. Log in to use Premium.',
    action: 'Log in',
  },
};

function ActionButton({ children, onPress }: { children: ReactNode; onPress: () => void }) {
  return (
    <button type="button" onClick={onPress} className={actionLook}>
      {children}
    </button>
  );
}

/** Loads a document, because payment pages have another security policy. */
function ToPlans({ children }: { children: ReactNode }) {
  return (
    <a href="/subscription" className={`${actionLook} flex items-center`}>
      {children}
    </a>
  );
}

const actionLook = 'min-h-11 font-semibold underline underline-offset-4';

const running = startActivation();

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { goToLogin } from '../../auth/user.ts';
import { remember } from '../../browser/remembered.ts';
import { buildFailureToast, toasts } from '../../components/toasts/toasts.ts';
import { joinSentences } from '../../language/sentences.ts';
import { queryClient } from '../../queries.ts';
import * as texts from '../../texts/payment.ts';
import { describeCard } from '../format.ts';
import { pollIntervalMs, usePolling } from '../payment-check.ts';
import { type Status, statusQuery } from '../status.ts';
import {
  type Activation,
  assessActivation,
  buildWelcomeToast,
  forgetStripeReturn,
  takeStripeReturn,
} from './activation.ts';

export function ActivationBanner() {
  if (!stripeReturn) return null;
  return stripeReturn.isConfirmed ? <Activating id={stripeReturn.id} /> : <NotConfirmed />;
}

function Activating({ id }: { id: string }) {
  const { isPolling, restartPolling } = usePolling();
  const { data, error, refetch } = useQuery({
    ...statusQuery,
    networkMode: 'always',
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => assessActivation(state, isPolling) === 'activating' && pollIntervalMs,
  });
  const activation = assessActivation({ data, error }, isPolling);
  const isOver = activation !== 'activating' && activation !== 'slow';

  useEffect(() => {
    if (isOver) forgetStripeReturn();
  }, [isOver]);
  useEffect(() => {
    if (activation !== 'done') return;
    void queryClient.invalidateQueries({ queryKey: ['/api/translations'] });
    const status = queryClient.getQueryData(statusQuery.queryKey);
    if (status && claimWelcome(id)) toasts.show(buildWelcomeToast(status));
  }, [activation, id]);

  function checkAgain(): void {
    restartPolling();
    void refetch();
  }

  return (
    <Banner>
      {activation !== 'done' && <Message activation={activation} status={data} onCheck={checkAgain} />}
    </Banner>
  );
}

function NotConfirmed() {
  useEffect(() => {
    const { heading, text } = texts.activations.not_confirmed;
    toasts.show(buildFailureToast(texts.setupFailed, joinSentences(heading, text)));
  }, []);
  return (
    <Banner>
      <Message activation="not_confirmed" />
    </Banner>
  );
}

function Banner({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      {children && (
        <div className="mb-4 animate-rise rounded-card border border-line bg-surface px-4 py-3 card-shadow sm:px-6">
          {children}
        </div>
      )}
    </div>
  );
}

function Message({ activation, status, onCheck }: MessageProps) {
  const { heading, text, action }: ActivationText = texts.activations[activation];
  const card = activation === 'card_had_trial' && status?.purchase?.card;
  const onPress = { slow: onCheck, signed_out: goToLogin }[activation as string];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3">
        <p className="min-w-0 flex-1 basis-52 leading-relaxed">
          <strong className="font-semibold">{card ? texts.cardHadTrial(describeCard(card)) : heading}</strong>
          <span>{` ${text}`}</span>
        </p>
        {action && onPress && (
          <button type="button" onClick={() => onPress()} className={actionClasses}>
            {action}
          </button>
        )}
        {action && !onPress && (
          // Full page load, because payment pages have a different security policy.
          <a href="/subscription" className={`${actionClasses} flex items-center`}>
            {action}
          </a>
        )}
      </div>
      {activation === 'activating' && (
        <div aria-hidden="true" className="shimmer mt-3 h-2 animate-shimmer rounded-full" />
      )}
    </>
  );
}

interface MessageProps {
  activation: ShownActivation;
  status?: Status | undefined;
  onCheck?: () => void;
}

type ShownActivation = Exclude<Activation, 'done'> | 'not_confirmed';

interface ActivationText {
  readonly heading: string;
  readonly text: string;
  readonly action?: string;
}

const actionClasses = 'min-h-11 font-semibold underline underline-offset-4';

/** A reload or a duplicated tab does not repeat the welcome. @returns whether to show it now */
function claimWelcome(id: string): boolean {
  if (lastWelcome.read() === id) return false;
  lastWelcome.write(id);
  return true;
}

const lastWelcome = remember<unknown>('parley.activated', (stored) => stored);

const stripeReturn = takeStripeReturn();

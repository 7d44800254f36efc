import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PlanId, planIds, plans } from '../../../shared/plans.ts';
import { call, describeError, type Received } from '../../api.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { RetryNotice } from '../../components/retry-notice.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { buildFailureToast, toasts } from '../../components/toasts/toasts.ts';
import { joinSentences } from '../../language/sentences.ts';
import { queryClient } from '../../queries.ts';
import * as texts from '../../texts/billing.tsx';
import { formatLongDate, formatMoney } from '../format.ts';
import { runUnlessPending, useSessionExpiryHandler } from '../mutations.ts';
import { answerBank, CardError, publishableKeyQuery, stripeQuery } from '../payment/stripe.ts';
import { type Status, statusQuery } from '../status.ts';
import { subscriptionKey } from './subscription-text.ts';

/** Offers the other plan. */
export function PlanButton({ status }: { status: Status }) {
  // Another tab may change the plan while the dialog is open.
  const [chosen, setChosen] = useState<SoldPlan>();
  const plan = findOtherPlan(status);
  return (
    <>
      {plan && (
        <Button aria-haspopup="dialog" onClick={() => setChosen(plan)} className="w-full">
          {texts.switchTo[plan.interval]}
        </Button>
      )}
      {chosen && (
        <PlanDialog
          plan={chosen}
          isTrial={status.subscriptionStatus === 'trialing'}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

/** The plan to offer; undefined while the subscription does not renew: it has to be reactivated or paid first. */
function findOtherPlan({ subscriptionStatus, subscriptionPlan }: Status): SoldPlan | undefined {
  const isRenewing = subscriptionStatus === 'trialing' || subscriptionStatus === 'active';
  const isKnown = planIds.some((id) => id === subscriptionPlan);
  const other = planIds.find((id) => id !== subscriptionPlan);
  return isRenewing && isKnown && other ? plans[other] : undefined;
}

function PlanDialog({ plan, isTrial, onClose }: PlanDialogProps) {
  const offer = useQuery({
    queryKey: ['/api/preview-plan-change', plan.id],
    queryFn: ({ signal }) => call('billing.preview-change', { priceId: plan.id }, { signal }),
    // The buyer has to see the amount that they confirm.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const changing = usePlanChange(plan, { onFinished: onClose, onFailed: () => void offer.refetch() });

  function close(): void {
    // The request cannot be aborted, and the user must see its result.
    if (!changing.isPending) onClose();
  }

  const { data } = offer;
  const isReady = data !== undefined && !offer.isFetching && !changing.isPending;
  return (
    <Dialog
      title={texts.switchTitle(texts.planTexts[plan.id].name)}
      onClose={close}
      actions={
        <>
          <Button
            variant="primary"
            isDisabled={!isReady}
            onClick={() => data && changing.confirm({ ...data, priceId: plan.id })}
          >
            {changing.isPending ? texts.switching : data ? labelConfirm(data) : texts.switchPlan}
          </Button>
          <Button isDisabled={changing.isPending} onClick={close}>
            {texts.keepPlan}
          </Button>
        </>
      }
    >
      {data && <OfferRows offer={data} plan={plan} isTrial={isTrial} />}
      {offer.isPending && <Skeleton label={texts.loadingOffer} lines={2} />}
      {offer.isError && !data && (
        <RetryNotice isRetrying={offer.isFetching} onRetry={() => void offer.refetch()}>
          {describeError(offer.error) ?? texts.offerFailed}
        </RetryNotice>
      )}
    </Dialog>
  );
}

type SoldPlan = (typeof plans)[PlanId];

interface PlanDialogProps {
  plan: SoldPlan;
  isTrial: boolean;
  onClose: () => void;
}

type Offer = Received<'billing.preview-change'>;

function labelConfirm({ amountCents, currency }: Offer): string {
  return amountCents > 0 ? texts.payAndSwitch(formatMoney(amountCents, currency)) : texts.switchPlan;
}

function OfferRows({ offer, plan, isTrial }: { offer: Offer; plan: SoldPlan; isTrial: boolean }) {
  const { amountCents, unusedCents, creditLeftCents, currency, renewsAt, renewalCents } = offer;
  const renewal = formatMoney(renewalCents, currency);
  const date = formatLongDate(renewsAt);
  const rows = [
    { label: texts.unusedTime, cents: -unusedCents },
    { label: texts.dueToday, cents: amountCents, isMain: true },
    { label: texts.creditLeft, cents: creditLeftCents },
  ];
  return (
    <>
      <dl className="grid gap-2">
        {rows
          .filter(({ cents, isMain }) => isMain || cents !== 0)
          .map(({ label, cents, isMain }) => (
            <div
              key={label}
              className={`flex flex-wrap justify-between gap-x-3 ${isMain ? 'text-lg font-semibold' : ''}`}
            >
              <dt>{label}</dt>
              <dd className="tabular">{formatMoney(cents, currency)}</dd>
            </div>
          ))}
      </dl>
      <p className="mt-4 leading-relaxed text-muted">
        {joinSentences(
          (isTrial ? texts.trialGoesOn : texts.thenRenews)(date, renewal, plan.interval),
          creditLeftCents > 0 ? texts.creditPaysFirst : undefined,
        )}
      </p>
    </>
  );
}

function usePlanChange(
  plan: SoldPlan,
  { onFinished, onFailed }: { onFinished: () => void; onFailed: () => void },
) {
  const handleExpiry = useSessionExpiryHandler('/subscription-management');
  const changing = useMutation({
    mutationKey: subscriptionKey,
    mutationFn: changePlan,
    onSuccess: () => {
      onFinished();
      toasts.show({ title: texts.switchedTitle, description: texts.switched(texts.planTexts[plan.id].name) });
    },
    onError: (error) => {
      if (handleExpiry(error)) return;
      const message = error instanceof CardError ? error.message : describeError(error);
      toasts.show(
        buildFailureToast(
          texts.switchFailed,
          message ?? joinSentences(texts.unknownFailure, texts.onlyOneCharge),
        ),
      );
      onFailed();
    },
    onSettled: () => queryClient.invalidateQueries(statusQuery),
  });
  return {
    isPending: changing.isPending,
    confirm: (offer: Confirmed) => runUnlessPending(subscriptionKey, () => changing.mutate(offer)),
  };
}

type Confirmed = Pick<Offer, 'amountCents' | 'prorationDate'> & { readonly priceId: PlanId };

async function changePlan({ priceId, amountCents, prorationDate }: Confirmed): Promise<void> {
  const change = () => call('billing.change', { priceId, amountCents, prorationDate });
  const { clientSecret } = await change();
  if (clientSecret === null) return;
  const publishableKey = await queryClient.query(publishableKeyQuery);
  const stripe = await queryClient.query(stripeQuery(publishableKey ?? ''));
  await answerBank(stripe, clientSecret);
  await change();
}

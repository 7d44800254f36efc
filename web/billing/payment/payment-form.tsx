import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance } from '@stripe/stripe-js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Plan, PlanId } from '../../../shared/plans.ts';
import { watchMedia } from '../../browser/screen/media.ts';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { PathIcon } from '../../components/icon.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Notice } from '../../components/toasts/notice.tsx';
import { toasts } from '../../components/toasts/toasts.ts';
import { useSettings } from '../../settings/settings.ts';
import { planTexts } from '../../texts/billing.tsx';
import * as texts from '../../texts/payment.ts';
import { formatPrice } from '../format.ts';
import { runUnlessPending } from '../mutations.ts';
import { LegalNote } from './legal-note.tsx';
import { describeOffer, type Offer } from './offer.ts';
import { type PromotionCode, PromotionCodeField, usePromotionCode } from './promotion-code.tsx';
import { buildCardErrorToast, type CardError, cardKey, confirmCard, stripeQuery } from './stripe.ts';

export function PaymentForm({ plan, hasTrial, clientSecret, publishableKey, onBack }: PaymentFormProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const code = usePromotionCode(plan.id);
  const offer = useMemo(() => describeOffer(plan, hasTrial, code.discount), [plan, hasTrial, code.discount]);
  const stripe = useQuery(stripeQuery(publishableKey));
  const appearance = useStripeAppearance();
  const options = useMemo(() => ({ clientSecret, appearance }), [clientSecret, appearance]);

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);

  /** The retry button disappears when pressed. */
  function focusHeading(): void {
    heading.current?.focus({ preventScroll: true });
  }

  function retry(): void {
    focusHeading();
    void stripe.refetch();
  }

  return (
    <section aria-labelledby={id}>
      <h2 ref={heading} id={id} tabIndex={-1} className="text-xl font-semibold outline-none">
        {hasTrial ? texts.trialTitle : texts.subscribeTitle(planTexts[plan.id].name)}
      </h2>
      {/* On a phone the card's fields are on the first screen, so only the amounts are above them. */}
      <div className="mt-4 grid gap-3 items-start *:min-w-0 sm:gap-4 md:grid-cols-2">
        <Summary plan={plan} offer={offer} onBack={onBack} />
        <div className="rounded-card border border-line bg-surface p-4 card-shadow sm:p-6">
          {stripe.data && (
            <Elements stripe={stripe.data} options={options}>
              <CardForm offer={offer} confirmDiscount={code.confirmDiscount} onRetry={focusHeading} />
            </Elements>
          )}
          {stripe.isError && !stripe.isFetching && <Failure onRetry={retry} />}
          {stripe.isFetching && <Loading />}
        </div>
        <Conditions code={code} />
      </div>
    </section>
  );
}

interface PaymentFormProps {
  plan: Plan & { id: PlanId };
  hasTrial: boolean;
  clientSecret: string;
  publishableKey: string;
  onBack: () => void;
}

function Summary({ plan, offer, onBack }: SummaryProps) {
  return (
    <div className="rounded-card border border-line bg-sunken p-4 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <div>
          <h3 className="font-semibold">{planTexts[plan.id].name}</h3>
          <p className="text-muted">{formatPrice(plan)}</p>
        </div>
        <Button variant="quiet" onClick={onBack} className="-my-2 underline underline-offset-4">
          {texts.changePlan}
        </Button>
      </div>
      <dl className="mt-3 grid gap-1 border-t border-line pt-3 sm:mt-4 sm:gap-2 sm:pt-4">
        {offer.charges.map(({ when, amount }, index) => (
          <div
            key={when}
            className={`flex flex-wrap justify-between gap-x-3 ${index === 0 ? 'text-lg font-semibold' : ''}`}
          >
            <dt>{when}</dt>
            <dd className="tabular">{amount}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-sm text-muted sm:mt-2">{offer.renewal}</p>
    </div>
  );
}

interface SummaryProps {
  plan: Plan;
  offer: Offer;
  onBack: () => void;
}

function Conditions({ code }: { code: PromotionCode }) {
  return (
    <div className="px-4 sm:px-6 md:col-start-2">
      <PromotionCodeField code={code} />
      <p className="mt-3 text-sm leading-relaxed text-muted">{texts.cancelAnyTime}</p>
      <LegalNote className="mt-3" />
    </div>
  );
}

function CardForm({ offer, confirmDiscount, onRetry }: CardFormProps) {
  const { confirming, confirm } = useConfirmation(confirmDiscount);
  const [attempt, setAttempt] = useState(1);
  const [stage, setStage] = useState<'loading' | 'ready' | 'failed'>('loading');
  // Stays pending after success, until Stripe redirects.
  const isPending = confirming.isPending || confirming.isSuccess;

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (stage === 'ready' && !isPending) confirm();
  }

  function tryAgain(): void {
    onRetry();
    setStage('loading');
    setAttempt(attempt + 1);
  }

  if (stage === 'failed') return <Failure onRetry={tryAgain} />;
  return (
    <form onSubmit={submit} aria-label={texts.formLabel}>
      {stage === 'loading' && <Loading />}
      <PaymentElement
        key={attempt}
        options={cardOnly}
        onReady={() => setStage('ready')}
        onLoadError={() => setStage('failed')}
      />
      {confirming.error?.isFieldError === false && (
        <div className="mt-4">
          <Notice tone="danger">{confirming.error.message}</Notice>
        </div>
      )}
      <Button
        type="submit"
        variant="primary"
        isDisabled={stage !== 'ready' || isPending}
        className="mt-5 min-h-13 w-full"
      >
        {isPending ? offer.pendingLabel : offer.confirmLabel}
      </Button>
      <p className="mt-3 flex justify-center gap-2 text-sm text-muted">
        <PathIcon path={lockPath} className="size-5 shrink-0" />
        <span>{texts.sentToStripe}</span>
      </p>
    </form>
  );
}

interface CardFormProps {
  offer: Offer;
  confirmDiscount: () => Promise<void>;
  onRetry: () => void;
}

function useConfirmation(confirmDiscount: () => Promise<void>) {
  const stripe = useStripe();
  const elements = useElements();
  const toastId = useRef<number>(undefined);
  const confirming = useMutation<void, CardError>({
    mutationKey: cardKey,
    mutationFn: async () => {
      await confirmDiscount();
      if (stripe && elements) await confirmCard(stripe, { elements });
    },
    onMutate() {
      if (toastId.current !== undefined) toasts.dismiss(toastId.current);
    },
    onError(error) {
      toastId.current = toasts.show(buildCardErrorToast(error));
    },
  });
  return { confirming, confirm: () => runUnlessPending(cardKey, () => confirming.mutate()) };
}

/** Wallets hide the card form, and the content security policy does not allow their hosts. */
const cardOnly = {
  layout: 'tabs',
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
} as const;

function useStripeAppearance(): Appearance {
  const { theme } = useSettings();
  const isSystemDark = useStore(darkScheme);
  const isDark = theme === 'dark' || (theme === 'system' && isSystemDark);
  return useMemo(() => {
    const style = getComputedStyle(document.documentElement);
    return buildAppearance(isDark, (token) => style.getPropertyValue(`--color-${token}`).trim());
  }, [isDark]);
}

function buildAppearance(isDark: boolean, readColour: (token: string) => string): Appearance {
  const accent = readColour('accent');
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: accent,
      colorBackground: readColour('surface'),
      colorText: readColour('ink'),
      colorTextSecondary: readColour('muted'),
      colorTextPlaceholder: readColour('muted'),
      colorDanger: readColour('danger'),
      fontFamily: 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
      // iPhones zoom into fields with smaller text.
      fontSizeBase: '16px',
      borderRadius: '14px',
      spacingUnit: '4.5px',
    },
    rules: {
      '.Input': { border: `1px solid ${readColour('edge')}`, boxShadow: 'none' },
      '.Input:focus': { border: `1px solid ${accent}`, boxShadow: `0 0 0 1px ${accent}` },
      '.Input--invalid': { border: `1px solid ${readColour('danger')}`, boxShadow: 'none' },
      '.Label': { color: readColour('ink'), fontWeight: '500' },
    },
  };
}

const darkScheme = watchMedia('(prefers-color-scheme: dark)');

function Loading() {
  return <Skeleton label={texts.formLoading} lines={2} />;
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <Notice tone="danger">
        <p role="alert">{texts.formFailed}</p>
      </Notice>
      <Button onClick={onRetry} className="mt-4 w-full">
        {texts.tryAgain}
      </Button>
    </>
  );
}

const lockPath = 'M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3';

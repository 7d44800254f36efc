import { type ReactNode, useEffect, useId, useRef } from 'react';
import { type Plan, type PlanId, planCurrency, planIds, plans } from '../../../shared/plans.ts';
import { Button } from '../../components/controls/button.tsx';
import { Icon } from '../../components/icon.tsx';
import * as texts from '../../texts/billing.tsx';
import { formatMoney } from '../format.ts';
import { LegalNote } from '../payment/legal-note.tsx';
import { describeOffer } from '../payment/offer.ts';
import { PlanTable } from './plan-table.tsx';

export function PlanChooser({
  hasTrial,
  isFocusLost,
  chosen,
  unavailableNotice,
  onChoose,
}: PlanChooserProps) {
  const noticeId = useId();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (isFocusLost) heading.current?.focus({ preventScroll: true });
  }, [isFocusLost]);

  return (
    <>
      {unavailableNotice && (
        <div id={noticeId} className="mb-4">
          {unavailableNotice}
        </div>
      )}
      <h2 ref={heading} tabIndex={-1} className="mb-4 text-lg leading-relaxed text-muted outline-none">
        {texts.premiumSummary}
      </h2>
      <div className="grid gap-3 *:min-w-0 sm:gap-4 md:grid-cols-12">
        {planIds.map((planId) => (
          <PlanCard
            key={planId}
            plan={plans[planId]}
            hasTrial={hasTrial}
            isDisabled={unavailableNotice !== undefined || chosen !== undefined}
            isPending={chosen === planId}
            noticeId={unavailableNotice === undefined ? undefined : noticeId}
            onChoose={() => onChoose(planId)}
          />
        ))}
      </div>
      <ul className="mt-5 flex flex-wrap gap-x-6 gap-y-3 text-sm text-muted max-sm:flex-col">
        {(hasTrial ? [texts.trialAssurance, ...texts.assurances] : texts.assurances).map((assurance) => (
          <li key={assurance} className="flex gap-2 wrap-anywhere">
            <Icon name="check" className="size-5 shrink-0 text-accent" />
            <span>{assurance}</span>
          </li>
        ))}
      </ul>
      <p className="mt-4 max-w-4xl text-sm text-pretty text-muted">{texts.fairUse}</p>
      <LegalNote className="mt-3" />
      <PlanTable />
    </>
  );
}

interface PlanChooserProps {
  hasTrial: boolean;
  isFocusLost: boolean;
  chosen: PlanId | undefined;
  unavailableNotice: ReactNode | undefined;
  onChoose: (plan: PlanId) => void;
}

function PlanCard({ plan, hasTrial, isDisabled, isPending, noticeId, onChoose }: PlanCardProps) {
  const id = useId();
  const { chooseLabel, terms } = describeOffer(plan, hasTrial);
  const { amountCents, interval } = plan;
  const { name, label, features } = texts.planTexts[plan.id];
  return (
    <section
      aria-labelledby={`${id}-name`}
      className={`flex flex-col rounded-card border bg-surface p-4 card-shadow sm:p-6 md:col-span-6 ${label ? 'border-accent' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={`${id}-name`} className="text-lg font-semibold tracking-tight">
          {name}
        </h3>
        {label && (
          <span className="rounded-full bg-accent-soft px-3.5 py-1 text-sm font-semibold text-accent">
            {label}
          </span>
        )}
      </div>
      <p className="mt-3 text-muted">
        <span className="text-4xl font-bold tracking-tight text-ink tabular">
          {formatMoney(amountCents, planCurrency)}
        </span>
        <wbr />
        <span>{texts.slashInterval(interval)}</span>
      </p>
      <p className="mt-1 text-sm text-muted">
        {interval === 'year'
          ? texts.monthlyEquivalent(formatMoney(amountCents / 12, planCurrency))
          : texts.billedMonthly}
      </p>
      <ul className="mt-4 flex grow flex-col gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2 wrap-anywhere">
            <Icon name="check" className="mt-0.5 size-5 shrink-0 text-accent" />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
      <Button
        variant={label ? 'primary' : 'tonal'}
        isDisabled={isDisabled}
        aria-describedby={noticeId ?? `${id}-terms`}
        onClick={onChoose}
        className="mt-4 min-h-13 w-full"
      >
        <span>{isPending ? texts.choosing : chooseLabel}</span>
        <span className="sr-only">{`(${name})`}</span>
      </Button>
      <p id={`${id}-terms`} className="mt-3 text-center text-sm text-balance text-muted">
        {terms}
      </p>
    </section>
  );
}

interface PlanCardProps {
  plan: Plan;
  hasTrial: boolean;
  isDisabled: boolean;
  isPending: boolean;
  noticeId: string | undefined;
  onChoose: () => void;
}

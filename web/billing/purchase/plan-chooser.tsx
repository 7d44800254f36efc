import { type ReactNode, useEffect, useId, useRef } from 'react';
import { type PlanId, planIds, plans } from '../../../shared/plans.ts';
import { Icon } from '../../components/icon.tsx';
import * as texts from '../../texts/billing.tsx';
import { PlanCard } from './plan-card.tsx';

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
      <ul className="mt-5 flex flex-col justify-center gap-3 px-4 text-sm text-muted sm:flex-row">
        {(hasTrial ? [texts.trialAssurance, ...texts.assurances] : texts.assurances).map((assurance) => (
          <li key={assurance} className="flex gap-2">
            <Icon name="check" className="size-5 shrink-0 text-accent" />
            {assurance}
          </li>
        ))}
      </ul>
      <p className="mt-4 px-4 text-sm text-balance text-muted">{texts.fairUse}</p>
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

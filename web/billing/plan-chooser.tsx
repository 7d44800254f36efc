import { type ReactNode, useEffect, useId, useRef } from 'react';
import { type PlanId, planIds, plans, trialDays } from '../../shared/plans.ts';
import { Icon } from '../components/icon.tsx';
import { fairUse } from './fair-use.ts';
import { PlanCard } from './plan-card.tsx';

export function PlanChooser({ hasTrial, takesFocus, pending, unavailableNotice, onChoose }: ChooserProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  return (
    <>
      {unavailableNotice && (
        <div id={id} className="mb-4">
          {unavailableNotice}
        </div>
      )}
      <h2 ref={heading} tabIndex={-1} className="mb-4 text-lg leading-relaxed text-muted outline-none">
        Unlimited translations, our best voices, searchable history.
      </h2>
      <div className="grid gap-3 *:min-w-0 sm:gap-4 md:grid-cols-12">
        {planIds.map((planId) => (
          <PlanCard
            key={planId}
            plan={plans[planId]}
            hasTrial={hasTrial}
            isDisabled={unavailableNotice !== undefined || pending !== undefined}
            isPending={pending === planId}
            reasonId={unavailableNotice === undefined ? undefined : id}
            onChoose={() => onChoose(planId)}
          />
        ))}
      </div>
      <ul className="mt-5 flex flex-col justify-center gap-3 px-4 text-sm text-muted sm:flex-row">
        {listAssurances(hasTrial).map((assurance) => (
          <li key={assurance} className="flex gap-2">
            <Icon name="check" className="size-5 shrink-0 text-accent" />
            {assurance}
          </li>
        ))}
      </ul>
      <p className="mt-4 px-4 text-sm text-balance text-muted">{fairUse}</p>
    </>
  );
}

interface ChooserProps {
  hasTrial: boolean;
  /** Set when the focused element has disappeared. */
  takesFocus: boolean;
  pending: PlanId | undefined;
  unavailableNotice: ReactNode | undefined;
  onChoose: (plan: PlanId) => void;
}

function listAssurances(hasTrial: boolean): readonly string[] {
  return [
    ...(hasTrial ? [`Cancel within ${trialDays} days and pay nothing`] : []),
    'Your card number goes to Stripe, never to Parley',
    'You keep your account if you cancel',
  ];
}

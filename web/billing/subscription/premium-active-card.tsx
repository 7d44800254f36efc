import { Card } from '../../components/card.tsx';
import { DocumentLink } from '../../components/controls/document-link.tsx';
import * as texts from '../../texts/billing.tsx';
import { formatLongDate, formatMoney } from '../money.ts';
import { findPlan, type Standing } from '../standing.ts';
import type { Status } from '../status.ts';
import { StatusBadge } from './status-badge.tsx';
import { formatAccessEnd } from './subscription-text.ts';

export function PremiumActiveCard({ status, standing }: PremiumActiveCardProps) {
  const name = findPlan(status)?.name ?? texts.premium;
  const isPastDue = standing === 'past-due';
  const dueTitle = status.isDisputed ? texts.paymentDisputed : texts.paymentFailed;
  return (
    <Card
      title={isPastDue ? dueTitle : texts.premiumActive}
      // Premium without a subscription has no status.
      aside={status.subscriptionStatus !== 'free' && <StatusBadge status={status.subscriptionStatus} />}
    >
      <p className="text-lg">{name}</p>
      <p className="mt-2 leading-relaxed text-muted">{describeNext(status, standing)}</p>
      <div className="mt-5 flex flex-col gap-3 sm:flex-row">
        <DocumentLink to="/subscription-management" variant="primary">
          {texts.manageSubscription}
        </DocumentLink>
        {!isPastDue && <DocumentLink to="/">{texts.startTranslating}</DocumentLink>}
      </div>
    </Card>
  );
}

interface PremiumActiveCardProps {
  status: Status;
  standing: Exclude<Standing, 'none'>;
}

function describeNext(status: Status, standing: Standing): string {
  if (standing === 'past-due') {
    return status.isDisputed
      ? `${texts.paymentDisputedText} ${texts.cancelAnyTime()}`
      : texts.paymentFailedText;
  }
  if (standing === 'ending') return texts.premiumUntil(formatAccessEnd(status));
  const { subscriptionStatus, trialEndsAt, nextCharge } = status;
  if (!nextCharge) return texts.unlimited;
  const amount = formatMoney(nextCharge.amountCents, nextCharge.currency);
  if (subscriptionStatus === 'trialing' && trialEndsAt) {
    return texts.trialEndsOn(formatLongDate(trialEndsAt), amount);
  }
  return texts.renewsOn(formatLongDate(nextCharge.at), amount);
}

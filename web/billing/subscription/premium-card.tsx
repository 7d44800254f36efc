import { Card } from '../../components/card.tsx';
import { DocumentLink } from '../../components/controls/document-link.tsx';
import { joinSentences } from '../../language/sentences.ts';
import * as texts from '../../texts/billing.tsx';
import { formatCharge, formatLongDate } from '../format.ts';
import type { Status } from '../status.ts';
import { StatusBadge } from './status-badge.tsx';
import { formatAccessEnd, namePaymentProblem, namePlan, type PremiumState } from './subscription-text.ts';

export function PremiumCard({ status, premium }: PremiumCardProps) {
  const isPastDue = premium === 'past-due';
  return (
    <Card
      title={isPastDue ? namePaymentProblem(status) : texts.premiumActive}
      // An account can have Premium without a subscription. Its status is then `free`.
      aside={status.subscriptionStatus !== 'free' && <StatusBadge status={status.subscriptionStatus} />}
    >
      <p className="text-lg">{namePlan(status)}</p>
      <p className="mt-2 leading-relaxed text-muted">{describePremium(status, premium)}</p>
      <div className="mt-5 flex flex-col gap-3 sm:flex-row">
        <DocumentLink to="/subscription-management" variant="primary">
          {texts.manageSubscription}
        </DocumentLink>
        {!isPastDue && <DocumentLink to="/">{texts.startTranslating}</DocumentLink>}
      </div>
    </Card>
  );
}

interface PremiumCardProps {
  status: Status;
  premium: Exclude<PremiumState, 'none'>;
}

function describePremium(status: Status, premium: PremiumState): string {
  if (premium === 'past-due') {
    if (status.isDisputed) return joinSentences(texts.paymentDisputedText, texts.cancelAnyTime());
    return status.needsConfirmation ? texts.paymentUnconfirmedText : texts.paymentFailedText;
  }
  if (premium === 'ending') return texts.premiumUntil(formatAccessEnd(status));
  const { subscriptionStatus, trialEndsAt, nextCharge } = status;
  if (!nextCharge) return texts.unlimited;
  const amount = formatCharge(nextCharge);
  if (subscriptionStatus === 'trialing' && trialEndsAt) {
    return texts.trialEndsOn(formatLongDate(trialEndsAt), amount);
  }
  return texts.renewsOn(formatLongDate(nextCharge.at), amount);
}

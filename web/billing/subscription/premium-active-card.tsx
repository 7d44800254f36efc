import { Card } from '../../components/card.tsx';
import { DocumentLink } from '../../components/controls/document-link.tsx';
import { formatLongDate, formatMoney } from '../money.ts';
import { findPlan, type Standing } from '../standing.ts';
import type { Status } from '../status.ts';
import { StatusBadge } from './status-badge.tsx';

export function PremiumActiveCard({ status, standing }: PremiumActiveCardProps) {
  const name = findPlan(status)?.name ?? 'Premium';
  const isPastDue = standing === 'past-due';
  const dueTitle = status.isDisputed ? 'Payment Disputed' : 'Payment Failed';
  return (
    <Card
      title={isPastDue ? dueTitle : 'Premium Active'}
      // Premium without a subscription has no status.
      aside={status.subscriptionStatus !== 'free' && <StatusBadge status={status.subscriptionStatus} />}
    >
      <p className="text-lg">{name}</p>
      <p className="mt-2 leading-relaxed text-muted">{describeNext(status, standing)}</p>
      <div className="mt-5 flex flex-col gap-3 sm:flex-row">
        <DocumentLink to="/subscription-management" variant="primary">
          Manage Subscription
        </DocumentLink>
        {!isPastDue && <DocumentLink to="/">Start translating</DocumentLink>}
      </div>
    </Card>
  );
}

const declinedText =
  'Your last payment didn’t go through. Update your card and we’ll try again. You don’t need to subscribe again.';
const disputedText =
  'One of your payments is disputed. Premium is paused until your bank decides, and we won’t charge you. You can cancel at any time.';

interface PremiumActiveCardProps {
  status: Status;
  standing: Exclude<Standing, 'none'>;
}

function describeNext(status: Status, standing: Standing): string {
  if (standing === 'past-due') return status.isDisputed ? disputedText : declinedText;
  const { subscriptionStatus, subscriptionEndsAt, trialEndsAt, nextCharge } = status;
  if (standing === 'ending') {
    const until = subscriptionEndsAt
      ? `until ${formatLongDate(subscriptionEndsAt)}`
      : 'until the end of its period';
    return `You’ve cancelled. You keep Premium ${until}, and can reactivate it before then.`;
  }
  if (!nextCharge) return 'Translate as much as you like.';
  const amount = formatMoney(nextCharge.amountCents, nextCharge.currency);
  if (subscriptionStatus === 'trialing' && trialEndsAt) {
    return `Your free trial ends on ${formatLongDate(trialEndsAt)}. Then we’ll charge ${amount}, unless you cancel first.`;
  }
  return `It renews on ${formatLongDate(nextCharge.at)} for ${amount}.`;
}

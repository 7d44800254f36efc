import { Card } from '../../components/card.tsx';
import { DocumentLink } from '../../components/controls/document-link.tsx';
import { longDate, money } from '../money.ts';
import { planOf, type Standing } from '../standing.ts';
import type { Status } from '../status.ts';
import { StatusBadge } from './status-badge.tsx';

/** In place of the plans, for somebody who has one. */
export function PremiumActiveCard({ status, standing }: PremiumActiveCardProps) {
  const name = planOf(status)?.name ?? 'Premium';
  if (standing === 'past-due') {
    return (
      <Card
        title={status.isDisputed ? 'Payment Disputed' : 'Payment Failed'}
        aside={<StatusBadge status={status.subscriptionStatus} />}
      >
        <p className="text-lg">{name}</p>
        <p className="mt-2 leading-relaxed text-muted">{status.isDisputed ? disputed : declined}</p>
        <div className="mt-5 flex flex-col gap-3 sm:flex-row">
          <DocumentLink to="/subscription-management" look="primary">
            Manage Subscription
          </DocumentLink>
        </div>
      </Card>
    );
  }
  return (
    <Card
      title="Premium Active"
      // Premium may be given without a subscription.
      aside={status.subscriptionStatus !== 'free' && <StatusBadge status={status.subscriptionStatus} />}
    >
      <p className="text-lg">{name}</p>
      <p className="mt-2 leading-relaxed text-muted">{whatComesNext(status, standing)}</p>
      <div className="mt-5 flex flex-col gap-3 sm:flex-row">
        <DocumentLink to="/subscription-management" look="primary">
          Manage Subscription
        </DocumentLink>
        <DocumentLink to="/">Start translating</DocumentLink>
      </div>
    </Card>
  );
}

const declined =
  'The last payment for your subscription did not go through. Update your card and it is tried again. There is no need to subscribe a second time.';
const disputed =
  'A payment of yours is disputed. Premium is paused until your bank has decided, and nothing is charged. You can cancel at any time.';

interface PremiumActiveCardProps {
  status: Status;
  standing: Exclude<Standing, 'none'>;
}

function whatComesNext(status: Status, standing: Standing): string {
  const { subscriptionStatus, subscriptionEndsAt, trialEndsAt, nextCharge } = status;
  if (standing === 'ending') {
    const until = subscriptionEndsAt
      ? `until ${longDate(subscriptionEndsAt)}`
      : 'until the end of its period';
    return `It is cancelled. You keep Premium ${until}, and can reactivate it before then.`;
  }
  if (!nextCharge) return 'Translate as much as you like.';
  const amount = money(nextCharge.amountCents, nextCharge.currency);
  if (subscriptionStatus === 'trialing' && trialEndsAt) {
    return `Your free trial ends on ${longDate(trialEndsAt)}. Then ${amount} is charged, unless you cancel first.`;
  }
  return `It renews on ${longDate(nextCharge.at)} for ${amount}.`;
}

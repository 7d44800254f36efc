import { Card } from '../../components/card.tsx';
import { Icon } from '../../components/icon.tsx';
import { tones } from '../../components/tones.ts';
import { longDate } from '../money.ts';
import type { Status } from '../status.ts';
import { StatusBadge } from './status-badge.tsx';
import { datesOf, noticeOf, planName, rateOf, statusText } from './subscription-text.ts';

/** What somebody has, until when, and what it will cost. */
export function CurrentSubscriptionCard({ status }: { status: Status }) {
  const dates = datesOf(status);
  const notice = noticeOf(status);
  return (
    <Card
      title="Current Subscription"
      aside={<StatusBadge status={status.subscriptionStatus} />}
      className="h-full"
    >
      <p className="flex flex-wrap items-baseline gap-x-3 text-muted">
        <strong className="text-xl font-bold tracking-tight text-ink">{planName(status)}</strong>
        {status.nextCharge && <span>{rateOf(status)}</span>}
      </p>
      <p className="mt-2 leading-relaxed text-muted">{statusText(status)}</p>
      {dates.length > 0 && (
        <dl className="mt-5 flex flex-wrap gap-6 border-t border-line pt-4">
          {dates.map(({ label, at, amount }) => (
            <div key={label}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="font-semibold tabular">
                <time dateTime={at}>{longDate(at)}</time>
                {amount && ` · ${amount}`}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {notice && (
        <div
          data-tone={notice.tone}
          style={{ backgroundColor: tones[notice.tone].backgroundColor }}
          className="mt-5 flex items-start gap-3 rounded-control px-4 py-3"
        >
          <span style={{ color: tones[notice.tone].color }}>
            <Icon name="info" className="mt-0.5 size-5 shrink-0" />
          </span>
          <p className="min-w-0 flex-1 leading-relaxed">{notice.text}</p>
        </div>
      )}
    </Card>
  );
}

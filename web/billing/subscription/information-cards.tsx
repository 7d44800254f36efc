import type { ReactNode } from 'react';
import { Card } from '../../components/card.tsx';
import { Icon } from '../../components/icon.tsx';
import { contactAddress } from '../../contact.ts';
import * as texts from '../../texts/billing.tsx';
import { formatLongDate } from '../format.ts';
import type { Status } from '../status.ts';
import { StatusBadge } from './status-badge.tsx';
import { buildNotice, describePrice, describeStatus, listDates, namePlan } from './subscription-text.ts';

export function CurrentSubscriptionCard({ status }: { status: Status }) {
  const dates = listDates(status);
  const price = describePrice(status);
  const notice = buildNotice(status);
  return (
    <Card
      title={texts.currentSubscription}
      aside={<StatusBadge status={status.subscriptionStatus} />}
      className="h-full"
    >
      <p className="flex flex-wrap items-baseline gap-x-3 text-muted">
        <strong className="min-w-0 text-xl font-bold tracking-tight text-ink">{namePlan(status)}</strong>
        {price && <span>{price}</span>}
      </p>
      <p className="mt-2 leading-relaxed text-muted">{describeStatus(status)}</p>
      {dates.length > 0 && (
        <dl className="mt-5 flex flex-wrap gap-6 border-t border-line pt-4">
          {dates.map(({ label, at, amount, note }) => (
            <div key={label}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="font-semibold tabular">
                <time dateTime={at}>{formatLongDate(at)}</time>
                {amount && <span>{` · ${amount}`}</span>}
                {note && <span className="block font-normal text-muted">{note}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {notice && (
        <div
          data-tone={notice.tone}
          data-voice={notice.tone === 'orange' ? 'them' : undefined}
          className={`mt-5 flex items-start gap-3 rounded-control px-4 py-3 ${notice.tone === 'blue' ? 'bg-blue-soft' : 'bg-accent-soft'}`}
        >
          <Icon
            name="info"
            className={`mt-0.5 size-5 shrink-0 ${notice.tone === 'blue' ? 'text-blue' : 'text-accent'}`}
          />
          <p className="min-w-0 flex-1 leading-relaxed">{notice.text}</p>
        </div>
      )}
    </Card>
  );
}

export function NeedHelpCard() {
  return (
    <Card title={texts.needHelp}>
      <div className="grid gap-6 md:grid-cols-3 md:gap-4">
        <Topic title={texts.support}>
          {texts.supportText(
            <a
              href={`mailto:${contactAddress}`}
              translate="no"
              className="font-medium wrap-anywhere text-ink underline underline-offset-4"
            >
              {contactAddress}
            </a>,
          )}
        </Topic>
        <Topic title={texts.changePlan}>{texts.changePlanText}</Topic>
        <Topic title={texts.yourHistory}>{texts.yourHistoryText}</Topic>
      </div>
    </Card>
  );
}

function Topic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-1 leading-relaxed text-muted">{children}</p>
    </div>
  );
}

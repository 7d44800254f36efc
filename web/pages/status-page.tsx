import { useQuery } from '@tanstack/react-query';
import { type PartState, productParts } from '../../shared/status/parts.ts';
import type { StatusReport } from '../../shared/status/report.schema.ts';
import { useOnline } from '../browser/online.ts';
import { formatMoment } from '../builds/formats.ts';
import { Badge, type BadgeTone } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { BackLink } from '../components/controls/back-link.tsx';
import { Button } from '../components/controls/button.tsx';
import { RetryNotice } from '../components/retry-notice.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { Notice } from '../components/toasts/notice.tsx';
import { contactAddress } from '../contact.ts';
import { isOutdated, statusQuery } from '../system/status.ts';
import * as texts from '../texts/pages/status.ts';
import * as siteTexts from '../texts/site.ts';
import { startAtTop } from './arrival.ts';

/** Without calls to the API, which may be what is down. */
export function StatusPage() {
  const { data: report, isLoading, isError, isFetching, refetch } = useQuery(statusQuery);
  const isOnline = useOnline();
  return (
    <div className="mx-auto max-w-2xl">
      <BackLink />
      <h1 ref={startAtTop} tabIndex={-1} className="mt-2 mb-4 text-3xl font-bold tracking-tight outline-none">
        {texts.title}
      </h1>
      <div className="grid gap-3 *:min-w-0 sm:gap-4">
        {report && <Summary report={report} />}
        {report === null && <Notice tone="plain">{texts.noCheckYet}</Notice>}
        <Card
          title={texts.parts}
          aside={
            report !== undefined && (
              <Button isDisabled={isFetching} onClick={() => void refetch()}>
                {texts.checkAgain}
              </Button>
            )
          }
        >
          {isError && (
            <RetryNotice isRetrying={isFetching} onRetry={() => void refetch()}>
              {isOnline ? texts.failed : siteTexts.needsConnection}
            </RetryNotice>
          )}
          {isLoading && <Skeleton label={texts.loading} lines={6} />}
          {report && <Parts report={report} />}
        </Card>
        <p className="text-muted">
          {texts.writeToUs(
            <a href={`mailto:${contactAddress}`} className="underline underline-offset-4">
              {contactAddress}
            </a>,
          )}
        </p>
      </div>
    </div>
  );
}

function Summary({ report }: { report: StatusReport }) {
  const { parts, checkedAt } = report;
  const down = productParts.filter((part) => parts[part].state === 'down').length;
  const moment = formatMoment(checkedAt);
  if (isOutdated(report, Date.now())) return <Notice tone="danger">{texts.outdated(moment)}</Notice>;
  return (
    <Notice tone={down > 0 ? 'danger' : 'plain'}>
      <p className="font-semibold">{down > 0 ? texts.partsDown(down) : texts.everythingWorks}</p>
      <p>{texts.lastCheck(moment)}</p>
    </Notice>
  );
}

function Parts({ report: { parts } }: { report: StatusReport }) {
  return (
    <ul className="divide-y divide-line">
      {productParts.map((part) => {
        const { state, since } = parts[part];
        return (
          <li key={part} className="py-3 first:pt-0 last:pb-0">
            <div className="flex items-baseline justify-between gap-3">
              <h3 className="min-w-0 font-medium wrap-anywhere">{texts.partNames[part]}</h3>
              <Badge tone={tones[state]}>{texts.states[state]}</Badge>
            </div>
            {state === 'down' && <p className="mt-1 leading-relaxed">{texts.advice[part]}</p>}
            {state !== 'off' && <p className="text-sm text-muted">{texts.since(formatMoment(since))}</p>}
          </li>
        );
      })}
    </ul>
  );
}

const tones: Readonly<Record<PartState, BadgeTone>> = {
  up: 'good',
  down: 'bad',
  off: 'plain',
};

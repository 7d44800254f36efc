import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { DocumentLink } from '../../components/controls/document-link.tsx';
import type { RichParts } from '../../language/rich.ts';
import * as texts from '../../texts/allowance.tsx';
import * as billingTexts from '../../texts/billing.tsx';
import { formatLongDate } from '../format.ts';
import { isEntitled, type Status, statusQuery } from '../status.ts';
import { formatResetTime } from './reset-time.ts';

export function UsagePanel() {
  const { data: status, isError, errorUpdateCount, isFetching, refetch } = useQuery(statusQuery);
  // Keeps the failure visible during a refetch, so that the button keeps the focus.
  const hasFailed = isError || (!status && errorUpdateCount > 0);
  useRefetchOnReset(status?.resetsAt ?? null, refetch);

  /** The button disappears on success, so the heading takes the focus. */
  function tryAgain(): void {
    void refetch();
    document.getElementById('card-usage')?.focus({ preventScroll: true });
  }

  if (!hasFailed) return <Usage status={status} />;
  return (
    <>
      <p role="status" className="text-muted">
        {texts.loadFailed}
      </p>
      <Button isDisabled={isFetching} onClick={tryAgain} className="mt-4 w-full">
        {isFetching ? texts.tryingAgain : texts.tryAgain}
      </Button>
    </>
  );
}

function Usage({ status }: { status: Status | undefined }) {
  const limit = status?.limit ?? undefined;
  const used = status?.translationsUsed ?? 0;
  if (status && (isEntitled(status) || limit === undefined)) {
    return (
      <>
        <p className="text-muted">{texts.unlimitedTranslations(figureParts)}</p>
        <FairUseNotes notes={status.fairUse} />
        <p className="mt-3 text-sm text-muted">{billingTexts.fairUse}</p>
        <PlanLink status={status} hasSubscription />
      </>
    );
  }
  const figure = limit === undefined ? '–' : texts.countOf(used, limit);
  const word = status?.isGuest === false ? texts.translationsUsedToday : texts.translationsUsed;
  return (
    <>
      <p className="text-muted">{word(figure, figureParts)}</p>
      <UsageBar label={figure} used={used} limit={limit} />
      <p className="mt-3 min-h-5 text-sm text-muted">{status && getUsageNote(status)}</p>
      {status?.isGuest === false && (
        <PlanLink status={status} hasSubscription={status.subscriptionStatus === 'past_due'} />
      )}
    </>
  );
}

/** Only what is nearly used up. */
function FairUseNotes({ notes }: { notes: Status['fairUse'] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="mt-3 font-medium">
      {notes.map(({ of, leftPercent, until }) => (
        <li key={of}>{texts.fairUseLeft(of, leftPercent, formatLongDate(until))}</li>
      ))}
    </ul>
  );
}

function PlanLink({ status, hasSubscription }: { status: Status; hasSubscription: boolean }) {
  const offer = status.trialAvailable ? texts.tryPremium : texts.upgrade;
  return (
    <DocumentLink to={hasSubscription ? '/subscription-management' : '/subscription'} className="mt-4 w-full">
      {hasSubscription ? texts.manageSubscription : offer}
    </DocumentLink>
  );
}

const figureParts: RichParts = {
  figure: (text) => <span className="text-3xl font-bold tracking-tight text-ink tabular">{text}</span>,
  unit: (text) => <span>{text}</span>,
};

/** A native meter for screen readers, and a bar that looks the same in every browser. */
function UsageBar({ label, used, limit = 1 }: { label: string; used: number; limit: number | undefined }) {
  return (
    <>
      <meter className="sr-only" aria-label={texts.meterLabel(label)} min={0} max={limit} value={used} />
      <div aria-hidden="true" className="mt-3 overflow-hidden rounded-full bg-line">
        <div
          className="h-2 rounded-full bg-accent"
          style={{ width: `${Math.min(1, used / limit) * 100}%` }}
        />
      </div>
    </>
  );
}

function getUsageNote({ isGuest, resetsAt }: Status): string | undefined {
  if (isGuest) return texts.guestOffer;
  return resetsAt === null ? undefined : texts.resetsAt(formatResetTime(resetsAt));
}

function useRefetchOnReset(resetsAt: string | null, refetch: () => Promise<unknown>): void {
  useEffect(() => {
    if (resetsAt === null) return;
    const timer = setTimeout(() => void refetch(), Math.max(0, Date.parse(resetsAt) - Date.now()) + marginMs);
    return () => clearTimeout(timer);
  }, [resetsAt, refetch]);
}

/** The user's clock may be fast. */
const marginMs = 2_000;

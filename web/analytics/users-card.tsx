import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { badges } from '../billing/subscription/status-badge.tsx';
import { type Column, DataTable } from '../charts/data-table.tsx';
import { formatMediumDay } from '../charts/days.ts';
import { Badge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { Button } from '../components/controls/button.tsx';
import { RetryNotice } from '../components/retry-notice.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import * as texts from '../texts/analytics.ts';
import { formatCount } from './figures.ts';
import { type ListedUser, type UsersPage, usersQuery } from './queries.ts';

export function UsersCard() {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const { data, isError, refetch } = useQuery(usersQuery(cursors));
  const shown = useLastDefined(data);

  function goTo(target: readonly string[]): void {
    // Pressing again retries after a failure, and does nothing while loading.
    if (target.length === cursors.length) void refetch();
    else setCursors(target);
  }

  const shownCursors = cursors.slice(0, shown && shown.pagination.page - 1);
  const next = shown?.pagination.next;
  const hasFailed = isError && !data;
  return (
    <Card title={texts.recentUsers}>
      {shown?.users.length === 0 && <p className="text-muted">{texts.noUsers}</p>}
      {shown && shown.users.length > 0 && (
        <>
          <DataTable
            label={texts.recentUsersTable}
            columns={columns}
            rows={shown.users}
            getKey={({ id }) => id}
            isBusy={!data && !isError}
            isWide
          />
          {shown.pagination.totalPages > 1 && (
            <Pagination
              page={shown}
              onPrevious={shownCursors.length > 0 ? () => goTo(shownCursors.slice(0, -1)) : undefined}
              onNext={next ? () => goTo([...shownCursors, next]) : undefined}
            />
          )}
        </>
      )}
      {!shown && !isError && <Skeleton label={texts.loadingUsers} lines={8} />}
      {hasFailed && (
        <div className={shown ? 'mt-4' : ''}>
          <RetryNotice onRetry={() => refetch()}>
            {shown ? texts.usersPageFailed : texts.usersFailed}
          </RetryNotice>
        </div>
      )}
    </Card>
  );
}

function useLastDefined<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

const columns: readonly Column<ListedUser>[] = [
  { label: texts.user, cell: (user) => <UserName user={user} /> },
  {
    label: texts.status,
    cell: ({ subscriptionStatus }) => {
      const { tone, label } = statusBadges[subscriptionStatus];
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  { label: texts.joined, cell: ({ createdAt: at }) => <time dateTime={at}>{formatMediumDay(at)}</time> },
  { label: texts.ends, cell: describeEnd },
];

function UserName({ user }: { user: ListedUser }) {
  const label = labelUser(user);
  return (
    <div className="max-w-[min(30rem,50vw)] min-w-[min(6rem,25vw)] wrap-break-word">
      <bdi translate="no" className="font-semibold">
        {label === user.email ? <EmailAddress address={label} /> : label}
      </bdi>
      {user.email && user.email !== label && (
        <span className="block text-muted">
          <EmailAddress address={user.email} />
        </span>
      )}
    </div>
  );
}

function EmailAddress({ address }: { address: string }) {
  const [name, ...rest] = address.split(/(?=@)/);
  return (
    <span translate="no">
      <span>{name}</span>
      <wbr />
      <span>{rest.join('')}</span>
    </span>
  );
}

export function labelUser({ id, firstName, lastName, email }: ListedUser): string {
  if (firstName && lastName) return `${firstName} ${lastName}`;
  return email || texts.unnamedUser(id.slice(-4));
}

/** `Trial: Nov 28, 2026`, `Sub: Nov 28, 2026` or `Free`. */
export function describeEnd({ subscriptionStatus, trialEndsAt, subscriptionEndsAt }: ListedUser): string {
  if (subscriptionStatus === 'free') return texts.free;
  if (trialEndsAt) return texts.trialEnds(formatMediumDay(trialEndsAt));
  return texts.subscriptionEnds(subscriptionEndsAt ? formatMediumDay(subscriptionEndsAt) : '–');
}

const statusBadges = { ...badges, active: { label: texts.premium, tone: 'good' } } as const;

/** `onPrevious` and `onNext` are undefined if there is no such page. */
function Pagination({ page: { users, pagination }, onPrevious, onNext }: PaginationProps) {
  const { page, limit, totalUsers } = pagination;
  const before = (page - 1) * limit;
  const last = before + users.length;
  return (
    <nav aria-label={texts.pagesOfUsers} className="flex flex-wrap items-center justify-between gap-3 pt-4">
      <p role="status" className="text-sm text-muted tabular">
        {texts.showing(formatCount(before + 1), formatCount(last), formatCount(Math.max(totalUsers, last)))}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button isDisabled={!onPrevious} onClick={onPrevious}>
          {texts.previous}
        </Button>
        <Button isDisabled={!onNext} onClick={onNext}>
          {texts.next}
        </Button>
      </div>
    </nav>
  );
}

interface PaginationProps {
  page: UsersPage;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { ApiError, call, describeError, type Received } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/controls/button.tsx';
import { RetryNotice } from '../components/retry-notice.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { Notice } from '../components/toasts/notice.tsx';
import { shownLanguage } from '../language/shown-language.ts';
import { queryClient } from '../queries.ts';
import * as accountTexts from '../texts/account/panel.tsx';
import * as texts from '../texts/account/sessions.ts';
import { formatRelativeTime } from '../translation/history/relative-time.ts';

/** Where the user is signed in. Each session but this one can be ended. */
export function Sessions() {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, isError, isFetching, refetch } = useQuery(sessionsQuery);
  const ending = useMutation({
    mutationFn: (ended: Ended) => call('account.end-sessions', { id: ended.id }),
    onSuccess: (_, ended) => {
      queryClient.setQueryData(sessionsQuery.queryKey, (list) => list?.filter(remains(ended.id)));
      // The button that had the focus is gone.
      heading.current?.focus({ preventScroll: true });
    },
  });
  const pendingId = ending.isPending ? ending.variables.id : undefined;

  return (
    <div className="grid gap-2">
      <h3 id={id} ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {texts.sessions}
      </h3>
      {isError && (
        <RetryNotice isRetrying={isFetching} onRetry={() => refetch()}>
          {texts.sessionsFailed}
        </RetryNotice>
      )}
      {!data && !isError && <Skeleton label={texts.loadingSessions} />}
      {data && (
        <ul aria-labelledby={id} className="divide-y divide-line">
          {data.map((session) => (
            <SessionRow key={session.id} {...{ session, pendingId }} end={ending.mutate} />
          ))}
        </ul>
      )}
      {data && data.length > 1 && (
        <Button
          className="justify-self-start"
          isDisabled={ending.isPending}
          onClick={() => ending.mutate({ id: 'others', text: texts.otherSessionsEnded })}
        >
          {pendingId === 'others' ? accountTexts.signingOut : texts.endOtherSessions}
        </Button>
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {ending.isSuccess && ending.variables.text}
      </p>
      {ending.error && (
        <div role="alert">
          <Notice tone="danger">{describeFailure(ending.error)}</Notice>
        </div>
      )}
    </div>
  );
}

function SessionRow({ session, pendingId, end }: SessionRowProps) {
  const name = nameBrowser(session);
  const isEnding = pendingId === session.id;
  const begun = new Date(session.begunAt).toLocaleString(shownLanguage, dateFormat);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <bdi>{name}</bdi>
          {session.isCurrent && <Badge tone="good">{texts.thisBrowser}</Badge>}
        </p>
        <p className="text-sm text-muted">{texts.signedInSince(begun)}</p>
        {!session.isCurrent && (
          <p className="text-sm text-muted">
            {texts.lastOpened(formatRelativeTime(session.usedAt, Date.now()))}
          </p>
        )}
      </div>
      {!session.isCurrent && (
        <Button
          aria-label={isEnding ? undefined : texts.endSessionOf(name)}
          isDisabled={pendingId !== undefined}
          onClick={() => end({ id: session.id, text: texts.sessionEnded(name) })}
        >
          {isEnding ? accountTexts.signingOut : texts.endSession}
        </Button>
      )}
    </li>
  );
}

/** Asked again each time the list is opened. */
const sessionsQuery = queryOptions({
  queryKey: ['/api/account/sessions'],
  queryFn: async ({ signal }): Promise<Session[]> => {
    const { sessions } = await call('account.sessions', {}, { signal });
    return sessions.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  },
  staleTime: 0,
});

const dateFormat = { dateStyle: 'medium', timeStyle: 'short' } as const;

function remains(endedId: string) {
  return ({ id, isCurrent }: Session) => (endedId === 'others' ? isCurrent : id !== endedId);
}

function nameBrowser({ browser, system }: Session): string {
  if (browser && system) return texts.browserOnSystem(browser, system);
  return browser ?? system ?? texts.unknownBrowser;
}

function describeFailure(error: Error): string {
  if (error instanceof ApiError && error.status === 401) return accountTexts.signedOutAlready;
  return texts.endingFailed(describeError(error) ?? accountTexts.unknownProblem);
}

type Session = Received<'account.sessions'>['sessions'][number];

interface Ended {
  readonly id: string;
  /** To say once it is over. */
  readonly text: string;
}

interface SessionRowProps {
  session: Session;
  pendingId: string | undefined;
  end: (ended: Ended) => void;
}

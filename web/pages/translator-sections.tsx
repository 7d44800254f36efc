import { type ComponentProps, memo, useEffect } from 'react';
import { confirmation } from '../account/confirmation.ts';
import { useIsSignedIn } from '../auth/session.ts';
import { describeRemaining } from '../billing/allowance/remaining.ts';
import type { Status } from '../billing/status.ts';
import { useCanLoadExtras } from '../browser/idle.ts';
import { matchesMedia, watchMedia } from '../browser/screen/media.ts';
import { useStore } from '../browser/store.ts';
import { Card } from '../components/card.tsx';
import { Collapsible } from '../components/collapsible.tsx';
import { defineLazy, Lazy } from '../components/lazy.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useSettings } from '../settings/settings.ts';
import * as accountTexts from '../texts/account.ts';
import { loading } from '../texts/history.ts';
import * as texts from '../texts/site.ts';
import type { HistoryPanel } from '../translation/history/history-panel.tsx';
import { Shortcuts } from '../translation/shortcuts.tsx';
import type { TranslatorProps } from '../translation/translator/translator.ts';

const phrasesPanel = defineLazy(() => import('../translation/phrases/phrases-panel.tsx'), 'PhrasesPanel');
const historyPanel = defineLazy(() => import('../translation/history/history-panel.tsx'), 'HistoryPanel');
const historySync = defineLazy(() => import('../translation/history/history-sync.ts'), 'HistorySync');
const settingsPanel = defineLazy(() => import('../settings/settings-panel.tsx'), 'SettingsPanel');
const offlinePanel = defineLazy(() => import('../offline/panel/offline-panel.tsx'), 'OfflinePanel');
const usagePanel = defineLazy(() => import('../billing/allowance/usage-panel.tsx'), 'UsagePanel');
const accountPanel = defineLazy(() => import('../account/account-panel.tsx'), 'AccountPanel');
const dataPanel = defineLazy(() => import('../account/data-panel.tsx'), 'DataPanel');

export const TranslatorSections = memo(function Sections({
  translator,
  status,
  health,
  send,
}: TranslatorSectionsProps) {
  const { source, target } = translator;
  const { speechRate } = useSettings();
  const isSignedIn = useIsSignedIn();
  const canLoadExtras = useCanLoadExtras();
  const isWide = useStore(wide);
  const history: HistoryProps = { onPick: (picked) => send({ type: 'history-picked', picked }) };
  return (
    <>
      {isWide && <HistoryColumn {...history} />}
      <Shortcuts translator={translator} health={health} />
      <div className="grid items-start gap-x-8 *:min-w-0 sm:px-4 md:grid-cols-2">
        <div>
          <QuickActions {...{ translator, health, send }} />
          {/* Accounts sync even while the history is closed. */}
          {isSignedIn && canLoadExtras && <Lazy component={historySync} props={{}} failed={null} />}
        </div>
        <div>
          <Collapsible
            id="card-settings"
            title={texts.settings}
            summary={texts.speed((speechRate / 10).toFixed(1))}
            component={settingsPanel}
            props={{ target, health }}
          />
          <Collapsible
            id="card-offline"
            title={texts.readyForOffline}
            component={offlinePanel}
            props={{ source, target }}
          />
          <Collapsible
            id="card-usage"
            title={texts.usage}
            summary={describeRemaining(status)}
            component={usagePanel}
            props={{}}
          />
          {!isWide && (
            <Collapsible id="card-history" title={texts.history} component={historyPanel} props={history} />
          )}
          {isSignedIn && <AccountSection />}
          <Collapsible id="card-your-data" title={texts.yourData} component={dataPanel} props={{}} />
        </div>
      </div>
    </>
  );
});

function AccountSection() {
  const isOpenAtFirst = confirmation !== undefined;
  useEffect(() => {
    // Back from the login, to go on here.
    if (isOpenAtFirst) document.getElementById('card-account')?.scrollIntoView();
  }, [isOpenAtFirst]);
  return (
    <Collapsible
      id="card-account"
      title={accountTexts.account}
      component={accountPanel}
      props={{}}
      isOpenAtFirst={isOpenAtFirst}
    />
  );
}

function QuickActions({ translator, health, send }: TranslatorProps) {
  return (
    <Collapsible
      id="card-quick-actions"
      title={texts.quickActions}
      component={phrasesPanel}
      props={{
        translator,
        health,
        isOpenAtFirst: isDesktop,
        onPick: (picked) => send({ type: 'phrase-picked', ...picked }),
      }}
      isOpenAtFirst
      skeleton={<PhrasesSkeleton />}
    />
  );
}

/** Beside the tool, on a large screen: what follows the tool there comes before the sections below it. */
function HistoryColumn(props: HistoryProps) {
  return (
    <div className="absolute inset-y-0 end-0 w-80">
      <Card
        id="card-history"
        title={texts.history}
        className="sticky top-4 p-4! max-h-[min(100%,100dvh-2rem)] overflow-y-auto"
      >
        <Lazy component={historyPanel} props={props} pending={<Skeleton label={loading} lines={2} />} />
      </Card>
    </div>
  );
}

type HistoryProps = ComponentProps<typeof HistoryPanel>;

/** The situations, and on a desktop the phrases of the first. */
function PhrasesSkeleton() {
  return (
    <div
      aria-hidden="true"
      data-testid="phrases-skeleton"
      className="flex h-20 flex-col gap-2 py-1 desktop:h-[36.625rem]"
    >
      <div className="shimmer h-5 w-1/2 shrink-0 animate-shimmer rounded-lg" />
      <div className="shimmer h-11 shrink-0 animate-shimmer rounded-full" />
      {[1, 2, 3, 4, 5].map((row) => (
        <div
          key={row}
          className="hidden grow rounded-control border border-line bg-surface p-4 desktop:block"
        >
          <div className="shimmer h-5 w-2/3 animate-shimmer rounded-lg" />
        </div>
      ))}
    </div>
  );
}

/** The stylesheet's variant `desktop`. */
const isDesktop = matchesMedia('(width >= 48rem) and (height >= 37.5rem)');

/** The stylesheet's variant `wide`. */
const wide = watchMedia('(width >= 90rem) and (height >= 37.5rem)');

interface TranslatorSectionsProps extends TranslatorProps {
  status: Status | undefined;
}

import { memo } from 'react';
import { useIsSignedIn } from '../auth/session.ts';
import { describeRemaining } from '../billing/allowance/remaining.ts';
import type { Status } from '../billing/status.ts';
import { useMayLoadMore } from '../browser/idle.ts';
import { Fold } from '../components/fold.tsx';
import { definePart, LazyPart } from '../components/lazy-part.tsx';
import { useSettings } from '../settings/settings.ts';
import * as texts from '../texts/site.ts';
import type { TranslatorProps } from '../translation/conversation/conversation.ts';

const phrasesPanel = definePart(() =>
  import('../translation/phrases/phrases-panel.tsx').then((module) => module.PhrasesPanel),
);
const historyPanel = definePart(() =>
  import('../translation/history/history-panel.tsx').then((module) => module.HistoryPanel),
);
const historySync = definePart(() =>
  import('../translation/history/history-sync.ts').then((module) => module.HistorySync),
);
const settingsPanel = definePart(() =>
  import('../settings/settings-panel.tsx').then((module) => module.SettingsPanel),
);
const usagePanel = definePart(() =>
  import('../billing/allowance/usage-panel.tsx').then((module) => module.UsagePanel),
);
const dataPanel = definePart(() => import('../account/data-panel.tsx').then((module) => module.DataPanel));

export const TranslatorFolds = memo(function Folds({
  conversation,
  status,
  health,
  send,
}: TranslatorFoldsProps) {
  const { target } = conversation;
  const { speechRate } = useSettings();
  const isSignedIn = useIsSignedIn();
  const mayLoadMore = useMayLoadMore();
  return (
    <div className="grid items-start gap-x-12 *:min-w-0 md:grid-cols-2">
      <div>
        <Fold
          id="card-quick-actions"
          title={texts.quickActions}
          part={phrasesPanel}
          props={{
            conversation,
            health,
            isOpenAtFirst: isDesktop,
            onPick: (picked) => send({ type: 'phrase-picked', ...picked }),
          }}
          isOpenAtFirst
        />
        <Fold
          id="card-history"
          title={texts.history}
          part={historyPanel}
          props={{ onPick: (picked) => send({ type: 'history-picked', picked }) }}
        />
        {/* An account gets changes also while the history is closed. */}
        {isSignedIn && mayLoadMore && <LazyPart part={historySync} props={{}} failed={null} />}
      </div>
      <div>
        <Fold
          title={texts.settings}
          summary={texts.speed((speechRate / 10).toFixed(1))}
          part={settingsPanel}
          props={{ target, health }}
        />
        <Fold
          id="card-usage"
          title={texts.usage}
          summary={describeRemaining(status)}
          part={usagePanel}
          props={{}}
        />
        <Fold title={texts.yourData} part={dataPanel} props={{}} />
      </div>
    </div>
  );
});

/** The stylesheet's variant `desktop`. */
const isDesktop = matchMedia('(width >= 48rem) and (height >= 37.5rem)').matches;

interface TranslatorFoldsProps extends TranslatorProps {
  status: Status | undefined;
}

import { Fold } from '../components/fold.tsx';
import { partOf } from '../components/later.tsx';
import type { Health } from '../system/health.ts';
import type { ConversationEvent } from '../translation/conversation/conversation.ts';

const phrasesCard = partOf(() =>
  import('../translation/phrases/phrases-card.tsx').then((module) => module.PhrasesCard),
);
const historyPanel = partOf(() =>
  import('../translation/history/history-panel.tsx').then((module) => module.HistoryPanel),
);
const settingsCard = partOf(() =>
  import('../settings/settings-card.tsx').then((module) => module.SettingsCard),
);
const usageCard = partOf(() =>
  import('../billing/allowance/usage-card.tsx').then((module) => module.UsageCard),
);
const dataCard = partOf(() => import('../account/data-card.tsx').then((module) => module.DataCard));

/** The rows below the translation. On a desk there is room for the phrases. */
export function TranslatorFolds({ target, health, send }: TranslatorFoldsProps) {
  return (
    <div className="grid items-start gap-x-12 *:min-w-0 md:grid-cols-2">
      <div>
        <Fold
          title="Quick Actions"
          part={phrasesCard}
          props={{ target, health, onPick: (picked) => send({ type: 'phrase-picked', ...picked }) }}
          isOpenAtFirst={isDesk}
        />
        <Fold
          title="History"
          part={historyPanel}
          props={{ onPick: (picked) => send({ type: 'history-picked', picked }) }}
        />
      </div>
      <div>
        <Fold title="Settings" part={settingsCard} props={{ target, health }} />
        <Fold title="Usage" part={usageCard} props={{}} />
        <Fold title="Your data" part={dataCard} props={{}} />
      </div>
    </div>
  );
}

/** As the variant `desk` of the stylesheet. */
const isDesk = matchMedia('(width >= 48rem) and (height >= 37.5rem)').matches;

interface TranslatorFoldsProps {
  target: string;
  health: Health | undefined;
  send: (event: ConversationEvent) => void;
}

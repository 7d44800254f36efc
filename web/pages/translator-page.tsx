import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useIdle } from '../browser/idle.ts';
import { useOnline } from '../browser/online.ts';
import { Later, partOf } from '../components/later.tsx';
import { Notice } from '../components/toasts/notice.tsx';
import { speaker } from '../speech/speak/speaker.ts';
import { useAbilities } from '../speech/use-abilities.ts';
import { VoiceInfoCard } from '../speech/voice-info-card.tsx';
import { type Health, healthQuery } from '../system/health.ts';
import type { Conversation, ConversationEvent } from '../translation/conversation/conversation.ts';
import { prefetchVoice } from '../translation/conversation/services.ts';
import { useConversation } from '../translation/conversation/use-conversation.ts';
import { SpeechInputCard, transcriptPart, voiceHelp } from '../translation/input/speech-input-card.tsx';
import { languagePicker } from '../translation/languages/language-select.tsx';
import { LanguagesCard } from '../translation/languages/languages-card.tsx';
import { Announcer } from '../translation/result/announcer.tsx';
import { TranslationCard } from '../translation/result/translation-card.tsx';
import { useAllowance } from '../translation/use-allowance.ts';

const phrasesCard = partOf(() =>
  import('../translation/phrases/phrases-card.tsx').then((module) => module.PhrasesCard),
);
const settingsCard = partOf(() =>
  import('../settings/settings-card.tsx').then((module) => module.SettingsCard),
);
const settingsSync = partOf(() =>
  import('../settings/run-settings-sync.ts').then((module) => module.SettingsSync),
);
const historyPanel = partOf(() =>
  import('../translation/history/history-panel.tsx').then((module) => module.HistoryPanel),
);
const dataCard = partOf(() => import('../account/data-card.tsx').then((module) => module.DataCard));
const guestBanner = partOf(() =>
  import('../billing/allowance/guest-banner.tsx').then((module) => module.GuestBanner),
);
const usageCard = partOf(() =>
  import('../billing/allowance/usage-card.tsx').then((module) => module.UsageCard),
);
const limitDialog = partOf(() =>
  import('../billing/allowance/limit-dialog.tsx').then((module) => module.LimitDialog),
);

export function TranslatorPage() {
  const [conversation, send] = useConversation();
  const isIdle = useIdle();
  const { data: health } = useQuery({ ...healthQuery, enabled: isIdle });
  const { status, isGuest } = useAllowance(send);
  const abilities = useAbilities(health, status);
  const canListen = useCallback((language: string) => !abilities.findListenProblem(language), [abilities]);
  const isOnline = useOnline();
  const { source, allowance, isLimitShown } = conversation;

  useEffect(() => {
    if (isIdle) prefetchParts();
  }, [isIdle]);

  return (
    <div className="grid gap-3 *:min-w-0 sm:gap-4 md:grid-cols-12">
      <h1 className="sr-only">Parley, voice and text translator</h1>
      <Announcer conversation={conversation} />
      {!isOnline && (
        <div className="md:col-span-12">
          <Notice tone="plain">You’re offline. Saved phrases still work.</Notice>
        </div>
      )}
      {isGuest && (
        <div className="min-h-15 md:col-span-12">
          <Later part={guestBanner} props={{ status }} failed={null} />
        </div>
      )}
      <div className="md:col-span-12">
        <VoiceInfoCard />
      </div>
      <div className="md:col-span-12">
        <LanguagesCard conversation={conversation} health={health} canListen={canListen} send={send} />
      </div>
      <div className="*:h-full md:col-span-6">
        <SpeechInputCard
          conversation={conversation}
          status={status}
          cannotRecognise={abilities.findListenProblem(source)?.sentence}
          send={send}
        />
      </div>
      <div className="*:h-full md:col-span-6">
        <TranslationCard conversation={conversation} health={health} send={send} />
      </div>
      <LaterCards conversation={conversation} health={health} isIdle={isIdle} send={send} />
      {(isLimitShown || allowance.isUsedUp) && (
        <Later
          part={limitDialog}
          props={{
            status,
            isGuest,
            isOpen: isLimitShown,
            onClose: () => send({ type: 'limit-closed' }),
          }}
        />
      )}
    </div>
  );
}

function prefetchParts(): void {
  // First, because an iPhone allows sound only if this part is there at the first tap.
  speaker.prefetch().catch(() => {});
  prefetchVoice();
  for (const part of [languagePicker, transcriptPart, voiceHelp, limitDialog]) part.load().catch(() => {});
}

/** The cards below the translation. Their space is reserved. */
function LaterCards({ conversation: { target }, health, isIdle, send }: LaterCardsProps) {
  return (
    <>
      <div className="flex flex-col gap-3 sm:gap-4 md:col-span-12 lg:col-span-8">
        <div className="grid min-h-[32rem] grow">
          {isIdle && (
            <Later
              part={phrasesCard}
              props={{ target, health, onPick: (picked) => send({ type: 'phrase-picked', ...picked }) }}
            />
          )}
        </div>
        {isIdle && (
          <Later
            part={historyPanel}
            props={{ onPick: (picked) => send({ type: 'history-picked', picked }) }}
          />
        )}
      </div>
      <div className="min-h-[26rem] self-start lg:sticky lg:top-4 md:col-span-12 lg:col-span-4">
        {isIdle && <Later part={settingsCard} props={{ target, health }} />}
      </div>
      <div className="grid min-h-48 md:col-span-6">{isIdle && <Later part={usageCard} props={{}} />}</div>
      <div className="grid min-h-48 md:col-span-6">{isIdle && <Later part={dataCard} props={{}} />}</div>
      {isIdle && <Later part={settingsSync} props={{}} failed={null} />}
    </>
  );
}

interface LaterCardsProps {
  conversation: Conversation;
  health: Health | undefined;
  isIdle: boolean;
  send: (event: ConversationEvent) => void;
}

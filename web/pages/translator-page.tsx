import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useIdle } from '../browser/idle.ts';
import { useOnline } from '../browser/online.ts';
import { Later, partOf } from '../components/later.tsx';
import { Notice } from '../components/toasts/notice.tsx';
import { speaker } from '../speech/speak/speaker.ts';
import { useAbilities } from '../speech/use-abilities.ts';
import { VoiceInfoCard } from '../speech/voice-info-card.tsx';
import { healthQuery } from '../system/health.ts';
import { prefetchVoice } from '../translation/conversation/services.ts';
import { useConversation } from '../translation/conversation/use-conversation.ts';
import { SpeechInputCard, transcriptPart, voiceHelp } from '../translation/input/speech-input-card.tsx';
import { languagePicker } from '../translation/languages/language-select.tsx';
import { LanguagesCard } from '../translation/languages/languages-card.tsx';
import { Announcer } from '../translation/result/announcer.tsx';
import { TranslationCard } from '../translation/result/translation-card.tsx';
import { useAllowance } from '../translation/use-allowance.ts';
import { TranslatorFolds } from './translator-folds.tsx';

const settingsSync = partOf(() =>
  import('../settings/run-settings-sync.ts').then((module) => module.SettingsSync),
);
const guestBanner = partOf(() =>
  import('../billing/allowance/guest-banner.tsx').then((module) => module.GuestBanner),
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
      <div className="md:col-span-12">
        <TranslatorFolds conversation={conversation} status={status} health={health} send={send} />
      </div>
      {isIdle && <Later part={settingsSync} props={{}} failed={null} />}
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

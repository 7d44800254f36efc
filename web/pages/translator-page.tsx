import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useDeferredValue, useEffect, useState } from 'react';
import { useIsIdle, useMayLoadMore } from '../browser/idle.ts';
import { useOnline } from '../browser/online.ts';
import { remember } from '../browser/remembered.ts';
import { definePart, LazyPart } from '../components/lazy-part.tsx';
import { Notice } from '../components/toasts/notice.tsx';
import { speaker } from '../speech/speak/speaker.ts';
import { useAbilities } from '../speech/use-abilities.ts';
import { VoiceInfoCard } from '../speech/voice-info-card.tsx';
import { healthQuery } from '../system/health.ts';
import * as texts from '../texts/site.ts';
import type { Conversation } from '../translation/conversation/conversation.ts';
import { prefetchVoice } from '../translation/conversation/services.ts';
import { useConversation } from '../translation/conversation/use-conversation.ts';
import { SpeechInputCard, transcriptPart, voiceHelp } from '../translation/input/speech-input-card.tsx';
import { LanguagesCard } from '../translation/languages/languages-card.tsx';
import { Announcer } from '../translation/result/announcer.tsx';
import { TranslationCard } from '../translation/result/translation-card.tsx';
import { TranslatorSurface } from '../translation/surface.tsx';
import { useAllowance } from '../translation/use-allowance.ts';

const folds = definePart(
  () => import('./translator-folds.tsx').then((module) => module.TranslatorFolds),
  true,
);
const settingsSync = definePart(
  () => import('../settings/run-settings-sync.ts').then((module) => module.SettingsSync),
  true,
);
const guestBanner = definePart(
  () => import('../billing/allowance/guest-banner.tsx').then((module) => module.GuestBanner),
  true,
);
const inputExtras = definePart(() =>
  import('../translation/input/input-extras.tsx').then((module) => module.InputExtras),
);
const limitDialog = definePart(() =>
  import('../billing/allowance/limit-dialog.tsx').then((module) => module.LimitDialog),
);

const Languages = memo(LanguagesCard);
const Translation = memo(TranslationCard);
const VoiceInfo = memo(VoiceInfoCard);

export function TranslatorPage() {
  const [conversation, send] = useConversation();
  // The rest of the page follows after typed letters are painted.
  const followed = useDeferredValue(conversation);
  const isIdle = useIsIdle();
  const mayLoadMore = useMayLoadMore();
  const { data: health } = useQuery({ ...healthQuery, enabled: isIdle });
  const { status, isGuest } = useAllowance(send);
  const abilities = useAbilities(health, status);
  const canListen = useCallback((language: string) => !abilities.findListenProblem(language), [abilities]);
  const isOnline = useOnline();
  const isVoiceInfoSmall = useHasSpoken(conversation);
  const { source, allowance, isLimitShown } = conversation;
  usePrefetch(isIdle, mayLoadMore);
  const closeLimit = () => send({ type: 'limit-closed' });

  return (
    <>
      <h1 className="sr-only">{texts.translatorHeading}</h1>
      <Announcer conversation={conversation} />
      {!isOnline && <Notice tone="plain">{texts.offlineTranslator}</Notice>}
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 md:gap-x-4 desktop:min-h-10">
        {isGuest && (
          <div
            className={`min-h-8 min-w-0 grow ${isVoiceInfoSmall ? 'basis-0' : 'basis-60 md:basis-88 md:grow-0'}`}
          >
            <LazyPart part={guestBanner} props={{ status }} failed={null} />
          </div>
        )}
        <VoiceInfo isSmall={isVoiceInfoSmall} />
      </div>
      <TranslatorSurface
        languages={<Languages conversation={followed} health={health} canListen={canListen} send={send} />}
        input={
          <SpeechInputCard
            conversation={conversation}
            status={status}
            recognitionProblem={abilities.findListenProblem(source)?.sentence}
            send={send}
          />
        }
        translation={<Translation conversation={followed} health={health} send={send} />}
      />
      <div id="below" className="mt-4 min-h-72">
        {isIdle && <LazyPart part={folds} props={{ conversation: followed, status, health, send }} />}
      </div>
      {isIdle && <LazyPart part={settingsSync} props={{}} failed={null} />}
      {mayLoadMore && <LazyPart part={inputExtras} props={{ conversation: followed, send }} failed={null} />}
      {(isLimitShown || allowance.isUsedUp) && (
        <LazyPart part={limitDialog} props={{ status, isGuest, isOpen: isLimitShown, onClose: closeLimit }} />
      )}
    </>
  );
}

function usePrefetch(isIdle: boolean, mayLoadMore: boolean): void {
  useEffect(() => {
    // An iPhone allows sound only if this part has loaded before the first tap.
    if (isIdle) speaker.prefetch().catch(() => {});
  }, [isIdle]);
  useEffect(() => {
    if (mayLoadMore) prefetchParts();
  }, [mayLoadMore]);
}

function prefetchParts(): void {
  prefetchVoice();
  for (const part of [transcriptPart, voiceHelp, limitDialog]) part.load().catch(() => {});
}

const hasSpoken = remember('parley.spoken', (stored) => stored === true);

/** Whether speech was recognised at an earlier visit. Fixed for this visit, so that nothing moves. */
function useHasSpoken({ transcript }: Conversation): boolean {
  const [isKnown] = useState(hasSpoken.read);
  useEffect(() => {
    if (transcript !== '') hasSpoken.write(true);
  }, [transcript]);
  return isKnown;
}

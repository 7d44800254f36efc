import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { findLanguage } from '../../shared/languages.ts';
import { useIdle } from '../components/idle.ts';
import { Notice } from '../components/notice.tsx';
import { useOnline } from '../components/online.ts';
import { VoiceInfoCard } from '../speech/voice-info-card.tsx';
import { canRecognise, healthQuery } from '../system/health.ts';
import { Announcer } from '../translation/announcer.tsx';
import { prefetchRecorder } from '../translation/edge.ts';
import { prefetchPicker } from '../translation/language-select.tsx';
import { LanguagesCard } from '../translation/languages-card.tsx';
import { SpeechInputCard } from '../translation/speech-input-card.tsx';
import { TranslationCard } from '../translation/translation-card.tsx';
import { useConversation } from '../translation/use-conversation.ts';

const PhrasesCard = lazy(async () => ({
  default: (await import('../translation/phrases-card.tsx')).PhrasesCard,
}));
const SettingsCard = lazy(async () => ({
  default: (await import('../settings/settings-card.tsx')).SettingsCard,
}));

/** Speak or type, read, hear. */
export function TranslatorPage() {
  const [conversation, send] = useConversation();
  const isIdle = useIdle();
  const { data: health } = useQuery({ ...healthQuery, enabled: isIdle });
  const isOnline = useOnline();
  const { source, target } = conversation;

  useEffect(() => {
    if (!isIdle) return;
    prefetchPicker();
    prefetchRecorder();
  }, [isIdle]);

  return (
    <div className="grid gap-3 sm:gap-4 lg:grid-cols-12">
      <h1 className="sr-only">Parley, voice and text translator</h1>
      <Announcer conversation={conversation} />
      {!isOnline && (
        <div className="lg:col-span-12">
          <Notice tone="plain">You are offline. Parley translates again when the connection is back.</Notice>
        </div>
      )}
      <div className="lg:col-span-12">
        <VoiceInfoCard />
      </div>
      <div className="lg:col-span-12">
        <LanguagesCard conversation={conversation} health={health} send={send} />
      </div>
      <div className="*:h-full lg:col-span-6">
        <SpeechInputCard
          conversation={conversation}
          cannotRecognise={
            canRecognise(health, source)
              ? undefined
              : `Speech in ${findLanguage(source)?.name} cannot be recognised here. Type the text instead.`
          }
          send={send}
        />
      </div>
      <div className="*:h-full lg:col-span-6">
        <TranslationCard conversation={conversation} health={health} send={send} />
      </div>
      <div className="min-h-[56rem] lg:col-span-8 lg:min-h-[48rem]">
        <Suspense>
          {isIdle && (
            <PhrasesCard
              target={target}
              health={health}
              onPick={({ text, language }) => send({ type: 'phrase-picked', text, language })}
            />
          )}
        </Suspense>
      </div>
      <div className="min-h-[26rem] self-start lg:sticky lg:top-4 lg:col-span-4">
        <Suspense>{isIdle && <SettingsCard target={target} health={health} />}</Suspense>
      </div>
    </div>
  );
}

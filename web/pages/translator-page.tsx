import { useQuery } from '@tanstack/react-query';
import {
  type ComponentProps,
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useIsSignedIn } from '../auth/session.ts';
import { isReminderDue, type Status } from '../billing/status.ts';
import { useCanLoadExtras, useIsIdle } from '../browser/idle.ts';
import { useOnline } from '../browser/online.ts';
import { remember } from '../browser/remembered.ts';
import { Boundary } from '../components/boundary.tsx';
import { defineLazy, Lazy } from '../components/lazy.tsx';
import { speaker } from '../speech/speak/speaker.ts';
import { useAbilities } from '../speech/use-abilities.ts';
import { headerBanner, headerConversation, VoiceInfoCard } from '../speech/voice-info-card.tsx';
import { healthQuery } from '../system/health.ts';
import * as texts from '../texts/site.ts';
import { lazyTranscript, SpeechInputCard, voiceHelp } from '../translation/input/speech-input-card.tsx';
import { LanguagesCard } from '../translation/languages/languages-card.tsx';
import { Announcer } from '../translation/result/announcer.tsx';
import { TranslationCard } from '../translation/result/translation-card.tsx';
import { besideHistory, TranslatorSurface } from '../translation/surface.tsx';
import { prefetchVoice } from '../translation/translator/services.ts';
import type { MachineProps, TranslatorState } from '../translation/translator/translator.ts';
import { useTranslator } from '../translation/translator/use-translator.ts';
import { useCallerStatus } from '../translation/use-caller-status.ts';
import { BrokenPage } from './broken-page.tsx';

const sections = defineLazy(() => import('./translator-sections.tsx'), 'TranslatorSections', true);
const settingsSync = defineLazy(() => import('../settings/settings-sync.ts'), 'SettingsSync', true);
const guestBanner = defineLazy(() => import('../billing/allowance/guest-banner.tsx'), 'GuestBanner', true);
const offlineNotice = defineLazy(() => import('../offline/panel/offline-notice.tsx'), 'OfflineNotice', true);
const conversationButton = defineLazy(
  () => import('../translation/input/dock-buttons.tsx'),
  'ConversationButton',
  true,
);
const inputExtras = defineLazy(() => import('../translation/input/input-extras.tsx'), 'InputExtras');
const paymentReminder = defineLazy(
  () => import('../billing/subscription/payment-reminder.ts'),
  'PaymentReminder',
);
const limitDialog = defineLazy(() => import('../billing/allowance/limit-dialog.tsx'), 'LimitDialog');

const Languages = memo(LanguagesCard);
const Translation = memo(TranslationCard);
const VoiceInfo = memo((props: ComponentProps<typeof VoiceInfoCard>) => (
  <Boundary broken={null}>
    <VoiceInfoCard {...props} />
  </Boundary>
));

function Announcements(props: ComponentProps<typeof Announcer>) {
  return (
    <Boundary broken={null}>
      <Announcer {...props} />
    </Boundary>
  );
}

export function TranslatorPage() {
  const [translator, send] = useTranslator();
  // Typed letters appear first; the rest of the page updates after them.
  const deferred = useDeferredValue(translator);
  const isIdle = useIsIdle();
  const canLoadExtras = useCanLoadExtras();
  const { data: health } = useQuery({ ...healthQuery, enabled: isIdle });
  const { status, isGuest } = useCallerStatus(send);
  const isSignedIn = useIsSignedIn();
  const abilities = useAbilities(health, status);
  const canListen = useCallback((language: string) => !abilities.findListenProblem(language), [abilities]);
  const isOnline = useOnline();
  const { source, allowance, isLimitShown } = translator;
  usePrefetch(isIdle, canLoadExtras);
  const closeLimit = () => send({ type: 'limit-dialog-closed' });

  return (
    <>
      <h1 className="sr-only">{texts.translatorHeading}</h1>
      <Announcements translator={translator} />
      {!isOnline && <Lazy component={offlineNotice} props={translator} failed={null} />}
      <HeaderNotes translator={translator} status={status} isGuest={isGuest} />
      <div className={besideHistory}>
        <TranslatorSurface
          languages={<Languages translator={deferred} health={health} canListen={canListen} send={send} />}
          input={
            <Boundary broken={<BrokenPage text={translator.text} />}>
              <SpeechInputCard
                translator={translator}
                status={status}
                recognitionProblem={abilities.findListenProblem(source)?.message}
                send={send}
              />
            </Boundary>
          }
          translation={<Translation translator={deferred} health={health} send={send} />}
        />
        <div id="below" data-account={isSignedIn || undefined} className="mt-4 below-tool">
          {isIdle && <Lazy component={sections} props={{ translator: deferred, status, health, send }} />}
        </div>
      </div>
      {isIdle && <Lazy component={settingsSync} props={{}} failed={null} />}
      {canLoadExtras && (
        <Lazy component={inputExtras} props={{ translator: deferred, health, send }} failed={null} />
      )}
      {isIdle && <LazyPaymentReminder status={status} />}
      {(isLimitShown || allowance.isUsedUp) && (
        <Lazy
          component={limitDialog}
          props={{ status, isGuest, isOpen: isLimitShown, onClose: closeLimit }}
        />
      )}
    </>
  );
}

/** The guest's allowance, the note on voice recording and the way to the conversation, in the header. */
function HeaderNotes({ translator, status, isGuest }: HeaderNotesProps) {
  const isVoiceInfoSmall = useHasSpoken(translator);
  const isIdle = useIsIdle();
  const [slot, setSlot] = useState<Element | null>(null);
  useLayoutEffect(() => setSlot(document.getElementById('header-slot')), []);
  return (
    slot &&
    createPortal(
      <>
        <VoiceInfo isSmall={isVoiceInfoSmall} />
        {isGuest && (
          <div className={headerBanner}>
            <Lazy component={guestBanner} props={{ status }} failed={null} />
          </div>
        )}
        <div className={headerConversation}>
          {isIdle && <Lazy component={conversationButton} props={{}} failed={null} />}
        </div>
      </>,
      slot,
    )
  );
}

interface HeaderNotesProps extends Pick<MachineProps, 'translator'> {
  status: Status | undefined;
  isGuest: boolean;
}

function LazyPaymentReminder({ status }: { status: Status | undefined }) {
  if (!status || !isReminderDue(status)) return null;
  return <Lazy component={paymentReminder} props={{ status }} failed={null} />;
}

function usePrefetch(isIdle: boolean, canLoadExtras: boolean): void {
  useEffect(() => {
    // iPhones play sound only if the speaker has loaded before the first tap.
    if (isIdle) speaker.loadSay().catch(() => {});
  }, [isIdle]);
  useEffect(() => {
    if (!canLoadExtras) return;
    prefetchVoice();
    for (const extra of [lazyTranscript, voiceHelp, limitDialog]) extra.load().catch(() => {});
  }, [canLoadExtras]);
}

const hasSpoken = remember('parley.spoken', (stored) => stored === true);

/** Whether speech was recognised on an earlier visit. Fixed during a visit, so that nothing moves. */
function useHasSpoken({ transcript }: TranslatorState): boolean {
  const [hasSpokenBefore] = useState(hasSpoken.read);
  useEffect(() => {
    if (transcript !== '') hasSpoken.write(true);
  }, [transcript]);
  return hasSpokenBefore;
}

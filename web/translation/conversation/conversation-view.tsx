import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { limits } from '../../../shared/limits.ts';
import { goToSignUp, userQuery } from '../../auth/user.ts';
import { formatResetTime } from '../../billing/allowance/reset-time.ts';
import { countTranslationsLeft, type Status } from '../../billing/status.ts';
import { useOnline } from '../../browser/online.ts';
import { watchMedia } from '../../browser/screen/media.ts';
import { useStore } from '../../browser/store.ts';
import { FullScreen } from '../../components/dialogs/full-screen.tsx';
import { Notice, NoticeButton } from '../../components/toasts/notice.tsx';
import { getName } from '../../language/language-name.ts';
import { joinSentences } from '../../language/sentences.ts';
import { translationReadinessQuery } from '../../offline/panel/readiness.ts';
import { getBrowser } from '../../speech/browser.ts';
import { speaker } from '../../speech/speak/speaker.ts';
import { canTranslate, type Health } from '../../system/health.ts';
import * as texts from '../../texts/conversation.ts';
import { conversationWorks } from '../../texts/offline/translation.ts';
import { Announcer } from '../result/announcer.tsx';
import { isUnsure } from '../translator/translator.ts';
import { useCallerStatus } from '../use-caller-status.ts';
import { type Conversation, type ConversationEvent, languageOf, type Side } from './conversation.ts';
import { ConversationBar } from './conversation-bar.tsx';
import { ConversationSide } from './conversation-side.tsx';
import { getPageConversation, loadConversation } from './run-conversation.ts';

export function ConversationView(props: ConversationViewProps) {
  const { health, canListen, onClose } = props;
  const machine = getPageConversation();
  const { get, send } = machine;
  const conversation = useStore(machine);
  const { status, isGuest } = useCallerStatus(send);
  const isPortrait = useStore(portrait);
  const [flipOverride, setFlipOverride] = useState<boolean>();
  const isFlipped = flipOverride ?? isPortrait;
  useRestoredConversation(send);
  useOpenConversation(props, send);

  // The first Escape or Back cancels what is in progress.
  function close(): void {
    if (get().phase === 'idle') onClose();
    else send({ type: 'cancelled' });
  }

  const { allowance, isLimitShown, source, target } = conversation;
  // iPhones listen only after a tap.
  const canTakeTurns = getBrowser().device !== 'ios' && canListen(source) && canListen(target);
  const isUsedUpShown = (side: Side) =>
    allowance.isUsedUp && (side === 'near' || (isLimitShown && conversation.side === side));
  const sideProps = { conversation, health, canListen, send };

  return (
    <FullScreen label={texts.title} onClose={close}>
      <div className={layout}>
        <Announcer translator={conversation} />
        <p role="status" className="sr-only">
          {isUnsure(conversation) && texts.mayBeMisheard}
        </p>
        <ConversationSide
          {...sideProps}
          side="near"
          isFlipped={false}
          note={<AllowanceNote status={status} />}
        >
          <Notices conversation={conversation} health={health} send={send} />
          {isUsedUpShown('near') && <UsedUpNotice status={status} isGuest={isGuest} />}
        </ConversationSide>
        <ConversationBar
          conversation={conversation}
          canTakeTurns={canTakeTurns}
          isFlipped={isFlipped}
          onFlip={() => setFlipOverride(!isFlipped)}
          onClose={onClose}
          send={send}
        />
        <ConversationSide {...sideProps} side="far" isFlipped={isFlipped}>
          {isUsedUpShown('far') && <UsedUpNotice status={status} isGuest={isGuest} />}
        </ConversationSide>
      </div>
    </FullScreen>
  );
}

function ClearedNotice({ onUndo }: { onUndo: () => void }) {
  return (
    <Notice tone="plain" action={<NoticeButton onClick={onUndo}>{texts.undoClear}</NoticeButton>}>
      {texts.cleared}
    </Notice>
  );
}

function Notices({ conversation, health, send }: NoticesProps) {
  const isOnline = useOnline();
  return (
    <>
      {!isOnline && <OfflineNotice {...conversation} />}
      <PairsNotice conversation={conversation} health={health} />
      {conversation.cleared.length > 0 && <ClearedNotice onUndo={() => undo(send)} />}
    </>
  );
}

function OfflineNotice({ source, target }: Conversation) {
  const { data: translation } = useQuery(translationReadinessQuery(source, target));
  const isReady = translation && translation.by !== 'none' && translation.isReady;
  return <Notice tone="plain">{isReady ? conversationWorks : texts.offline}</Notice>;
}

interface NoticesProps {
  conversation: Conversation;
  health: Health | undefined;
  send: (event: ConversationEvent) => void;
}

export interface ConversationViewProps {
  source: string;
  target: string;
  health: Health | undefined;
  canListen: (language: string) => boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** The far half is above the near one, or beside it, or where both do not fit, below it; padding keeps clear of a phone's camera and corners. */
const layout =
  'flex h-full pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] stacked:flex-col-reverse tight:flex-col tight:overflow-y-auto tight:scroll-pt-14';

/** Stops what the page is doing, because both use the microphone and the speaker. */
function useOpenConversation(props: ConversationViewProps, send: (event: ConversationEvent) => void): void {
  const { source, target, onOpen } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the initial languages matter
  useEffect(() => {
    onOpen();
    speaker.stop();
    send({ type: 'opened', source, target });
    return () => {
      send({ type: 'closed' });
      speaker.stop();
    };
  }, []);
}

function undo(send: (event: ConversationEvent) => void): void {
  send({ type: 'clearing-undone' });
  // The focused button has disappeared.
  document.querySelector<HTMLElement>('[data-talk]')?.focus({ preventScroll: true });
}

function useRestoredConversation(send: (event: ConversationEvent) => void): void {
  const { data: user } = useQuery(userQuery);
  useEffect(() => {
    if (user === undefined) return;
    const saved = loadConversation(user?.id ?? null);
    if (saved) send({ type: 'restored', saved });
  }, [user, send]);
}

/** Tall enough for both halves; the far one is upside down for the person opposite. */
const portrait = watchMedia('(orientation: portrait) and (height >= 30rem)');

function AllowanceNote({ status }: { status: Status | undefined }) {
  const left = countTranslationsLeft(status);
  if (!left) return null;
  return (
    <p role="status" className="px-3 text-center text-[0.875em] text-muted">
      {texts.translationsLeft(left)}
    </p>
  );
}

function UsedUpNotice({ status, isGuest }: { status: Status | undefined; isGuest: boolean }) {
  return isGuest ? (
    <Notice tone="plain" action={<NoticeButton onClick={goToSignUp}>{texts.signUp}</NoticeButton>}>
      {texts.guestUsedUp(limits.translations.free)}
    </Notice>
  ) : (
    <Notice
      tone="plain"
      // Loads a document, because payment pages have a different security policy.
      action={<NoticeButton onClick={() => location.assign('/subscription')}>{texts.subscribe}</NoticeButton>}
    >
      {joinSentences(
        texts.usedUp,
        status?.resetsAt ? texts.continueAt(formatResetTime(status.resetsAt)) : undefined,
      )}
    </Notice>
  );
}

function PairsNotice({ conversation, health }: { conversation: Conversation; health: Health | undefined }) {
  const [near, far] = [languageOf(conversation, 'near'), languageOf(conversation, 'far')];
  const missing = [
    [near, far],
    [far, near],
  ].filter(([from = '', to = '']) => !canTranslate(health, from, to));
  if (missing.length === 0) return null;
  return (
    <Notice tone="plain">
      {missing.map(([from = '', to = '']) => (
        <p key={from}>{texts.unsupportedPair(getName(from), getName(to))}</p>
      ))}
    </Notice>
  );
}

import { useQuery } from '@tanstack/react-query';
import { DropdownMenu } from 'radix-ui';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { findLanguage } from '../../../shared/languages.ts';
import { limits } from '../../../shared/limits.ts';
import { goToSignUp, userQuery } from '../../auth/user.ts';
import { resetTime } from '../../billing/allowance/reset-time.ts';
import { type Status, translationsLeft } from '../../billing/status.ts';
import { download } from '../../browser/download.ts';
import { useOnline } from '../../browser/online.ts';
import { Button } from '../../components/controls/button.tsx';
import { FullScreen } from '../../components/dialogs/full-screen.tsx';
import { Drawing, Icon } from '../../components/icon.tsx';
import { Notice, NoticeButton } from '../../components/toasts/notice.tsx';
import { toasts } from '../../components/toasts/toasts.ts';
import { speaker } from '../../speech/speak/speaker.ts';
import { canTranslate, type Health } from '../../system/health.ts';
import { drawings } from '../drawings.ts';
import { Announcer } from '../result/announcer.tsx';
import { copyTranslation } from '../result/copy-translation.ts';
import { useAllowance } from '../use-allowance.ts';
import { type Dialogue, type DialogueEvent, languageOf, type Side } from './dialogue.ts';
import { DialogueSide } from './dialogue-side.tsx';
import { fileOf, textOf } from './dialogue-text.ts';
import { takeDialogue } from './keep-dialogue.ts';
import { pageDialogue } from './run-dialogue.ts';

/**
 * Two people, one screen: a half for each, turned round on an upright phone, so that both read from where they sit. It
 * begins with the page's pair, goes on where it was left, and leaves the page's own conversation as it was.
 */
export function DialogueView({ source, target, health, canListen, onOpen, onClose }: DialogueViewProps) {
  const { get, subscribe, send } = pageDialogue();
  const dialogue = useSyncExternalStore(subscribe, get);
  const { status, isGuest } = useAllowance(send);
  const isOnline = useOnline();
  const isUpright = useUpright();
  const [turned, setTurned] = useState<boolean>();
  const isTurned = turned ?? isUpright;
  useKept(send);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is picked on the page afterwards changes nothing here
  useEffect(() => {
    // There is one microphone, and one mouth: the page may have used both while this was on its way.
    onOpen();
    speaker.stop();
    send({ type: 'opened', source, target });
    return () => {
      send({ type: 'closed' });
      speaker.stop();
    };
  }, []);

  // The first Escape, or way back, gives up what is at work.
  const close = useCallback(() => {
    if (get().phase === 'idle') onClose();
    else send({ type: 'cancelled' });
  }, [get, send, onClose]);

  const { allowance, isLimitShown } = dialogue;
  const below = (side: Side) =>
    allowance.isUsedUp &&
    (side === 'near' || (isLimitShown && dialogue.side === side)) && (
      <UsedUp status={status} isGuest={isGuest} />
    );

  return (
    <FullScreen label="Conversation" onClose={close}>
      <div className={whole}>
        <Announcer conversation={dialogue} />
        <DialogueSide
          side="near"
          dialogue={dialogue}
          health={health}
          canListen={canListen}
          isTurned={false}
          send={send}
          head={<Allowance status={status} />}
        >
          {!isOnline && (
            <Notice tone="plain">
              You are offline. What is said stays here and can be translated when the connection is back.
            </Notice>
          )}
          <ImpossiblePair dialogue={dialogue} health={health} />
          {dialogue.cleared.length > 0 && (
            <Notice tone="plain" action={<NoticeButton onClick={() => undo(send)}>Undo</NoticeButton>}>
              Conversation cleared.
            </Notice>
          )}
          {below('near')}
        </DialogueSide>
        <Bar
          dialogue={dialogue}
          isTurned={isTurned}
          onTurn={() => setTurned(!isTurned)}
          onClose={onClose}
          send={send}
        />
        <DialogueSide
          side="far"
          dialogue={dialogue}
          health={health}
          canListen={canListen}
          isTurned={isTurned}
          send={send}
        >
          {below('far')}
        </DialogueSide>
      </div>
    </FullScreen>
  );
}

export interface DialogueViewProps {
  source: string;
  target: string;
  health: Health | undefined;
  canListen: (language: string) => boolean;
  /** The page gives up what it is doing. */
  onOpen: () => void;
  /** Stays the same. */
  onClose: () => void;
}

/** The far half is above the near one, or beside it. A phone has its camera and its corners at the edges. */
const whole =
  'flex h-full pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] portrait:flex-col-reverse';

/** Between the halves, for both. */
function Bar({ dialogue, isTurned, onTurn, onClose, send }: BarProps) {
  const { turns, isMuted } = dialogue;
  const hasText = turns.some(({ text }) => text !== '');

  function save(): void {
    const { file, name } = fileOf(turns, new Date());
    download(file, name);
    toasts.show({ title: 'Downloaded', description: `${name} is among your downloads.` });
  }

  return (
    <div className="flex shrink-0 items-center justify-center bg-sunken portrait:gap-6 portrait:py-0.5 landscape:flex-col landscape:gap-3 landscape:px-0.5">
      <Button look="quiet" aria-label="Close" data-tooltip="Close" onClick={onClose}>
        <Icon name="close" />
      </Button>
      <Button
        look="quiet"
        aria-label="Speak translations"
        aria-pressed={!isMuted}
        data-tooltip={isMuted ? 'Speak translations' : 'Do not speak translations'}
        onClick={() => {
          if (!isMuted) speaker.stop();
          send({ type: 'mute-switched' });
        }}
      >
        {isMuted ? <Drawing path={drawings.muted} /> : <Icon name="speaker" />}
      </Button>
      <Button
        look="quiet"
        aria-label="Swap sides"
        data-tooltip="Swap sides"
        onClick={() => send({ type: 'sides-swapped' })}
      >
        <Drawing path={drawings.sides} className="size-5 landscape:rotate-90" />
      </Button>
      <Button
        look="quiet"
        aria-label="Turn the far side round"
        aria-pressed={isTurned}
        data-tooltip="Turn the far side round"
        onClick={onTurn}
      >
        <Drawing path={drawings.turn} />
      </Button>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <Button look="quiet" aria-label="More" data-tooltip="More">
            <Drawing path={drawings.more} className="size-6 [stroke-width:3]" />
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content align="end" sideOffset={8} collisionPadding={12} className="menu p-2">
          <DropdownMenu.Item
            className="menu-item"
            disabled={!hasText}
            onSelect={() => copyTranslation(textOf(turns), 'Conversation copied to clipboard')}
          >
            Copy conversation
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" disabled={!hasText} onSelect={save}>
            Save as text file
          </DropdownMenu.Item>
          <DropdownMenu.Item
            className="menu-item text-danger"
            disabled={turns.length === 0}
            onSelect={() => {
              speaker.stop();
              send({ type: 'turns-cleared' });
            }}
          >
            Clear conversation
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
    </div>
  );
}

interface BarProps {
  dialogue: Dialogue;
  isTurned: boolean;
  onTurn: () => void;
  onClose: () => void;
  send: (event: DialogueEvent) => void;
}

/** What the conversation costs, before it does. */
function Allowance({ status }: { status: Status | undefined }) {
  const left = translationsLeft(status);
  if (!left) return null;
  return (
    <p role="status" className="px-3 pt-2 text-center text-sm text-muted">
      {left} free {left === 1 ? 'translation' : 'translations'} left. Each turn uses one.
    </p>
  );
}

function UsedUp({ status, isGuest }: { status: Status | undefined; isGuest: boolean }) {
  return isGuest ? (
    <Notice
      tone="plain"
      action={<NoticeButton onClick={() => goToSignUp()}>Create Free Account</NoticeButton>}
    >
      The free translations are used up. An account gives {limits.translations.free} a day. What was said
      stays here.
    </Notice>
  ) : (
    <Notice
      tone="plain"
      action={
        // A document of its own: the pages of payments have another security policy.
        <NoticeButton onClick={() => location.assign('/subscription')}>Subscribe Now</NoticeButton>
      }
    >
      Today’s free translations are used up. Premium has no limit.
      {status?.resetsAt && ` Without it, you can go on at ${resetTime(status.resetsAt)}.`}
    </Notice>
  );
}

function ImpossiblePair({ dialogue, health }: { dialogue: Dialogue; health: Health | undefined }) {
  const [near, far] = [languageOf(dialogue, 'near'), languageOf(dialogue, 'far')];
  const missing = [
    [near, far],
    [far, near],
  ].filter(([from = '', to = '']) => !canTranslate(health, from, to));
  if (missing.length === 0) return null;
  return (
    <Notice tone="plain">
      {missing.map(([from = '', to = '']) => (
        <p key={from}>
          {findLanguage(from)?.name} is not translated to {findLanguage(to)?.name} here.
        </p>
      ))}
    </Notice>
  );
}

function undo(send: (event: DialogueEvent) => void): void {
  send({ type: 'clearing-undone' });
  // The button is gone with it.
  document.querySelector<HTMLElement>('[data-talk]')?.focus({ preventScroll: true });
}

/** What an earlier document of this tab has kept, once it is known whose it is. */
function useKept(send: (event: DialogueEvent) => void): void {
  const { data: user } = useQuery(userQuery);
  useEffect(() => {
    if (user === undefined) return;
    const kept = takeDialogue(user?.id ?? null);
    if (kept) send({ type: 'brought-back', kept });
  }, [user, send]);
}

function useUpright(): boolean {
  return useSyncExternalStore(
    (listener) => {
      upright.addEventListener('change', listener);
      return () => upright.removeEventListener('change', listener);
    },
    () => upright.matches,
  );
}

const upright = matchMedia('(orientation: portrait)');

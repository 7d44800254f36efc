import { DropdownMenu } from 'radix-ui';
import { download, nameFile } from '../../browser/download.ts';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { Icon, PathIcon } from '../../components/icon.tsx';
import { copyText } from '../../components/toasts/copy-text.ts';
import { toasts } from '../../components/toasts/toasts.ts';
import { capitalise, getName } from '../../language/language-name.ts';
import { shownLanguage } from '../../language/shown-language.ts';
import { speaker } from '../../speech/speak/speaker.ts';
import * as texts from '../../texts/conversation.ts';
import { iconPaths } from '../icon-paths.ts';
import type { Conversation, ConversationEvent, Turn } from './conversation.ts';

export function ConversationBar(props: ConversationBarProps) {
  const { conversation, isFlipped, onFlip, onClose, send } = props;
  const { isMuted } = conversation;
  return (
    // The menu's own element is a child as well.
    <div className="capped flex shrink-0 items-center justify-center bg-sunken tight:sticky tight:top-0 tight:z-10 tight:order-first stacked:gap-[clamp(0px,(100vw-14rem)/5,1.5rem)] stacked:py-0.5 stacked:[&>button]:w-[min(calc(var(--spacing)*11),20vw)] stacked:[&>button]:min-w-0! beside:flex-col beside:gap-[clamp(0px,(100dvh-14rem)/5,0.75rem)] beside:px-0.5 beside:[&>button]:h-[min(calc(var(--spacing)*11),19dvh)] beside:[&>button]:min-h-0!">
      <IconButton label={texts.close} onClick={onClose}>
        <Icon name="close" />
      </IconButton>
      <IconButton
        label={texts.speakTranslations}
        aria-pressed={!isMuted}
        tooltip={isMuted ? texts.speakTranslations : texts.muteTranslations}
        onClick={() => {
          if (!isMuted) speaker.stop();
          send({ type: 'mute-toggled' });
        }}
      >
        {isMuted ? <PathIcon path={iconPaths.muted} /> : <Icon name="speaker" />}
      </IconButton>
      <IconButton label={texts.swapSides} onClick={() => send({ type: 'sides-swapped' })}>
        <PathIcon path={iconPaths.sides} className="size-5 beside:rotate-90" />
      </IconButton>
      <IconButton label={texts.flipSide} aria-pressed={isFlipped} onClick={onFlip}>
        <PathIcon path={iconPaths.flip} />
      </IconButton>
      <ConversationMenu {...props} />
    </div>
  );
}

interface ConversationBarProps {
  conversation: Conversation;
  /** Here both sides can listen, without a tap for each turn. */
  canTakeTurns: boolean;
  isFlipped: boolean;
  onFlip: () => void;
  onClose: () => void;
  send: (event: ConversationEvent) => void;
}

function ConversationMenu({ conversation, canTakeTurns, send }: ConversationBarProps) {
  const { turns, isAutomatic } = conversation;
  const hasText = turns.some(({ text }) => text !== '');

  function save(): void {
    const { file, name } = createTextFile(turns, new Date());
    download(file, name);
    toasts.show({ title: texts.downloadedTitle, description: texts.downloaded });
  }

  function clear(): void {
    speaker.stop();
    send({ type: 'turns-cleared' });
  }

  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton label={texts.more}>
          <PathIcon path={iconPaths.more} className="size-6 [stroke-width:3]" />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" sideOffset={8} collisionPadding={12} className="menu p-2">
        {canTakeTurns && (
          <DropdownMenu.CheckboxItem
            className="menu-item gap-3"
            checked={isAutomatic}
            onCheckedChange={() => send({ type: 'automatic-toggled' })}
          >
            <span className="flex-1">{texts.takeTurns}</span>
            <span className="size-5">
              <DropdownMenu.ItemIndicator>
                <Icon name="check" className="size-5 text-accent" />
              </DropdownMenu.ItemIndicator>
            </span>
          </DropdownMenu.CheckboxItem>
        )}
        <DropdownMenu.Item
          className="menu-item"
          disabled={!hasText}
          onSelect={() => copyText(formatTurns(turns), texts.copied)}
        >
          {texts.copy}
        </DropdownMenu.Item>
        <DropdownMenu.Item className="menu-item" disabled={!hasText} onSelect={save}>
          {texts.save}
        </DropdownMenu.Item>
        <DropdownMenu.Item className="menu-item text-danger" disabled={turns.length === 0} onSelect={clear}>
          {texts.clear}
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

export function formatTurns(turns: readonly Turn[]): string {
  return turns
    .filter(({ text }) => text !== '')
    .map(({ text, language, translation, translationLanguage }) =>
      [formatLine(language, text), translation !== undefined && formatLine(translationLanguage, translation)]
        .filter(Boolean)
        .join('\n'),
    )
    .join('\n\n');
}

export function createTextFile(turns: readonly Turn[], date: Date): { file: Blob; name: string } {
  const dateTime = new Intl.DateTimeFormat(shownLanguage, { dateStyle: 'long', timeStyle: 'short' }).format(
    date,
  );
  const text = `${texts.fileTitle(dateTime)}\n\n${formatTurns(turns)}\n`;
  return {
    file: new Blob([text], { type: 'text/plain;charset=utf-8' }),
    name: nameFile('conversation', date, 'txt'),
  };
}

function formatLine(language: string, text: string): string {
  return `${capitalise(getName(language))}: ${text}`;
}

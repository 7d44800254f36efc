import { useEffect, useState } from 'react';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { PathIcon } from '../../components/icon.tsx';
import { defineLazy, Lazy, prefetchOnIntent } from '../../components/lazy.tsx';
import { NoticeButton } from '../../components/toasts/notice.tsx';
import * as texts from '../../texts/translator.ts';
import { iconPaths } from '../icon-paths.ts';
import { Detection } from '../languages/detection.tsx';
import { privateMode } from '../private-mode.ts';
import type { TranslatorProps, TranslatorState } from '../translator/translator.ts';
import { conversationOpen, conversationView, opensConversation, phone } from './dock-buttons.tsx';
import { filterStyle, findStyleOptions, style } from './style.ts';

export function Tools({ translator, health, canListen, send }: ToolsProps) {
  const { source, target } = translator;
  const isConversationOpen = useStore(conversationOpen);
  const isPhone = useStore(phone);
  useEffect(() => () => conversationOpen.set(false), []);
  useEffect(() => (isConversationOpen ? focusOpener : undefined), [isConversationOpen]);
  return (
    <>
      <StyleButton translator={translator} health={health} send={send} />
      {!isPhone && (
        <IconButton label={texts.conversation} {...opensConversation} className="text-accent! desktop:px-3">
          <PathIcon path={iconPaths.conversation} />
          <span className="hidden desktop:inline">{texts.conversation}</span>
        </IconButton>
      )}
      {isConversationOpen && (
        <Lazy
          component={conversationView}
          props={{
            source,
            target,
            health,
            canListen,
            onOpen: () => send({ type: 'cancelled' }),
            onClose: () => conversationOpen.set(false),
          }}
        />
      )}
    </>
  );
}

/** The screen may have been turned in the meantime: then another layout has the button, and the focus is lost. */
function focusOpener(): void {
  if (document.activeElement === document.body) document.getElementById(opensConversation.id)?.focus();
}

export function LanguageNotes({ translator, send }: ToolsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 px-2 pt-1 not-has-[p,span]:hidden">
      <Detection translator={translator} send={send} />
      <PrivateModeNotice />
    </div>
  );
}

export interface ToolsProps extends TranslatorProps {
  canListen: (language: string) => boolean;
}

const styleDialog = defineLazy(() => import('./style-dialog.tsx'), 'StyleDialog');

function StyleButton({ translator, health, send }: TranslatorProps) {
  const [isOpen, setOpen] = useState(false);
  const chosen = useStore(style);
  const options = findStyleOptions(health, translator.target);
  const active = filterStyle(chosen, options);
  const isOutdated = useIsOutdated(translator, JSON.stringify(chosen));
  const names = [active.formality, active.profanity].flatMap((each) => (each ? texts.styleNames[each] : []));
  const isActive = names.length > 0;
  const label = isActive ? texts.styleOf(names.join(', ')) : texts.style;
  if (!options.hasFormality && !options.canMaskProfanity) return null;
  return (
    <>
      <Button
        variant="quiet"
        aria-haspopup="dialog"
        data-state={isActive ? 'active' : 'plain'}
        aria-label={label}
        data-tooltip={label}
        {...prefetchOnIntent(styleDialog)}
        onClick={() => setOpen(true)}
        className="data-[state=active]:bg-accent-soft data-[state=active]:text-accent"
      >
        <PathIcon path={iconPaths.sliders} />
      </Button>
      {isOpen && (
        <Lazy
          component={styleDialog}
          props={{ onClose: () => setOpen(false), translator, options, isOutdated, send }}
        />
      )}
    </>
  );
}

function useIsOutdated({ phase, translation }: TranslatorState, chosen: string): boolean {
  const [lastUsed, setLastUsed] = useState({ translation, chosen });
  const isNew = phase === 'translating' || lastUsed.translation !== translation;
  if (isNew && (lastUsed.translation !== translation || lastUsed.chosen !== chosen))
    setLastUsed({ translation, chosen });
  return !isNew && translation !== undefined && lastUsed.chosen !== chosen;
}

function PrivateModeNotice() {
  const isPrivate = useStore(privateMode);
  return (
    <div role="status" className="empty:hidden">
      {isPrivate && (
        <p className="flex flex-wrap items-center gap-x-3 rounded-control bg-accent-soft px-3 text-sm">
          <span className="py-2">{texts.historyOff}</span>
          <NoticeButton
            onClick={() => {
              document.getElementById('card-languages')?.focus({ preventScroll: true });
              privateMode.set(false);
            }}
          >
            <span>{texts.turnOff}</span>
            <span className="sr-only">{` ${texts.privateMode}`}</span>
          </NoticeButton>
        </p>
      )}
    </div>
  );
}

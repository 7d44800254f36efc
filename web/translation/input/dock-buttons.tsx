import { watchMedia } from '../../browser/screen/media.ts';
import { reveal } from '../../browser/screen/reveal.ts';
import { createStore, useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { PathIcon } from '../../components/icon.tsx';
import { defineLazy, prefetchOnIntent } from '../../components/lazy.tsx';
import * as texts from '../../texts/translator.ts';
import { iconPaths } from '../icon-paths.ts';

export const conversationView = defineLazy(
  () => import('../conversation/conversation-view.tsx'),
  'ConversationView',
);

export const conversationOpen = createStore(false);

/** For the one button that the layout shows. */
export const opensConversation = {
  id: 'open-conversation',
  'aria-haspopup': 'dialog',
  ...prefetchOnIntent(conversationView),
  onClick: () => conversationOpen.set(true),
} as const;

/** As narrow as Tailwind's `max-md`: there the dock has the buttons. */
export const phone = watchMedia('(width < 48rem)');

/** Beside the record button of a phone. */
export function DockButtons() {
  if (!useStore(phone)) return null;
  return (
    <>
      <Button variant="quiet" {...opensConversation} className={`col-start-1 ${dockButton}`}>
        <PathIcon path={iconPaths.conversation} className="size-[1.5em]" />
        <span className={dockWord}>{texts.conversation}</span>
      </Button>
      <Button variant="quiet" onClick={goToPhrases} className={`col-start-3 ${dockButton}`}>
        <PathIcon path={iconPaths.phrases} className="size-[1.5em]" />
        <span className={dockWord}>{texts.phrases}</span>
      </Button>
    </>
  );
}

/** In the header, except on a phone, whose dock has it. */
export function ConversationButton() {
  if (useStore(phone)) return null;
  return (
    <IconButton label={texts.conversation} {...opensConversation} className="px-3 text-accent!">
      <PathIcon path={iconPaths.conversation} />
      <span>{texts.conversation}</span>
    </IconButton>
  );
}

const dockButton =
  'pointer-events-auto row-span-2 row-start-1 flex-col gap-[0.25em]! self-center justify-self-center px-1 text-accent! min-w-0! max-w-full min-h-[44px]! py-0!';

/** Only icons where large text leaves no room. */
const dockWord = 'text-[0.8125em] @max-[17em]:sr-only';

export function goToPhrases(): void {
  const first = document.getElementById('card-quick-actions');
  first?.focus({ preventScroll: true });
  // It may not have loaded.
  reveal(first ?? document.getElementById('below'), 'start');
}

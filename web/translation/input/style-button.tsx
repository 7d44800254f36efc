import { useState } from 'react';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { PathIcon } from '../../components/icon.tsx';
import { defineLazy, Lazy, prefetchOnIntent } from '../../components/lazy.tsx';
import type { Health } from '../../system/health.ts';
import * as texts from '../../texts/translator-parts.ts';
import type { Conversation, ConversationEvent } from '../conversation/conversation.ts';
import { drawings } from '../drawings.ts';
import { findStyleOptions, limitStyle, style } from './style.ts';

const styleDialog = defineLazy(() => import('./style-dialog.tsx').then((module) => module.StyleDialog));

export function StyleButton({ conversation, health, send }: StyleButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const chosen = useStore(style);
  const options = findStyleOptions(health, conversation.target);
  const active = limitStyle(chosen, options);
  const isOutdated = useIsOutdated(conversation, JSON.stringify(chosen));
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
        <PathIcon path={drawings.sliders} />
      </Button>
      {isOpen && (
        <Lazy
          component={styleDialog}
          props={{
            onClose: () => setOpen(false),
            conversation,
            options,
            isOutdated,
            send,
          }}
        />
      )}
    </>
  );
}

interface StyleButtonProps {
  conversation: Conversation;
  health: Health | undefined;
  send: (event: ConversationEvent) => void;
}

function useIsOutdated({ phase, translation }: Conversation, chosen: string): boolean {
  const [asked, setAsked] = useState({ translation, chosen });
  const isNew = phase === 'translating' || asked.translation !== translation;
  if (isNew && (asked.translation !== translation || asked.chosen !== chosen))
    setAsked({ translation, chosen });
  return !isNew && translation !== undefined && asked.chosen !== chosen;
}

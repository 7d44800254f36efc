import { useState } from 'react';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { Drawing } from '../../components/icon.tsx';
import type { Health } from '../../system/health.ts';
import type { Conversation, ConversationEvent } from '../conversation/conversation.ts';
import { drawings } from '../drawings.ts';
import { findStyleOptions, limitStyle, style } from './style.ts';
import { StyleDialog } from './style-dialog.tsx';

export function StyleButton({ conversation, health, send }: StyleButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const chosen = useStore(style);
  const options = findStyleOptions(health, conversation.target);
  const active = limitStyle(chosen, options);
  const isOutdated = useIsOutdated(conversation, JSON.stringify(chosen));
  const words = [active.formality, active.profanity && 'swear words masked'].filter(
    (word) => word !== undefined,
  );
  const isActive = words.length > 0;
  if (!options.formality && !options.profanity) return null;
  return (
    <>
      <Button
        look="quiet"
        aria-haspopup="dialog"
        data-state={isActive ? 'active' : 'plain'}
        onClick={() => setOpen(true)}
        className="px-2 data-[state=active]:text-accent"
      >
        <Drawing path={drawings.sliders} />
        {isActive ? (
          <span>
            <span className="sr-only">Style: </span>
            <span className="inline-block first-letter:uppercase">{words.join(', ')}</span>
          </span>
        ) : (
          'Style'
        )}
      </Button>
      <StyleDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        conversation={conversation}
        options={options}
        isOutdated={isOutdated}
        send={send}
      />
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

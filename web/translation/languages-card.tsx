import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { Icon } from '../components/icon.tsx';
import { canRecognise, canTranslate, type Health } from '../system/health.ts';
import type { Conversation, ConversationEvent } from './conversation.ts';
import { LanguageSelect } from './language-select.tsx';

/** From, to, and the swap between them. */
export function LanguagesCard({ conversation, health, send }: LanguagesCardProps) {
  const { source, target } = conversation;
  const pick = (side: 'source' | 'target') => (code: string) => send({ type: 'language-picked', side, code });
  return (
    <Card title="Languages" isTitleShown={false} className="p-2! sm:p-2.5!">
      <div className="flex items-stretch gap-1 sm:gap-2">
        <LanguageSelect
          label="From"
          code={source}
          explain={(code) => {
            if (!canTranslate(health, code, target)) return 'not to the chosen language here';
            return canRecognise(health, code) ? undefined : 'typing only here';
          }}
          onPick={pick('source')}
        />
        <Button
          look="quiet"
          aria-label="Swap languages"
          data-tooltip="Swap languages"
          onClick={() => send({ type: 'swapped' })}
          className="group size-12 shrink-0 self-center rounded-full bg-accent-soft text-accent! hover:bg-accent! hover:text-on-accent!"
        >
          <Icon
            name="swap"
            className="size-5 transition-[rotate] duration-300 ease-calm group-active:[rotate:180deg]"
          />
        </Button>
        <LanguageSelect
          label="To"
          code={target}
          explain={(code) =>
            canTranslate(health, source, code) ? undefined : 'not from the chosen language here'
          }
          onPick={pick('target')}
        />
      </div>
    </Card>
  );
}

interface LanguagesCardProps {
  conversation: Conversation;
  health: Health | undefined;
  send: (event: ConversationEvent) => void;
}

import { findLanguage } from '../../shared/languages.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { Icon } from '../components/icon.tsx';
import { canTranslate, type Health } from '../system/health.ts';
import { type Conversation, type ConversationEvent, languageOfText } from './conversation.ts';
import { type LanguageLimit, LanguageSelect } from './language-select.tsx';

/** From, to, and the swap between them. */
export function LanguagesCard({ conversation, health, canListen, send }: LanguagesCardProps) {
  const { source, target } = conversation;
  const textLanguage = languageOfText(conversation);
  const pick = (side: 'source' | 'target') => (code: string) => send({ type: 'language-picked', side, code });
  return (
    <Card title="Languages" isTitleShown={false} className="p-2! sm:p-2.5!">
      <div className="flex flex-wrap items-stretch gap-1 sm:gap-2">
        <LanguageSelect
          label="From"
          code={source}
          limitOf={(code) => {
            if (!canTranslate(health, code, target)) return off(`not to ${nameOf(target)} here`);
            return canListen(code) ? undefined : { note: 'typing only here', isOff: false };
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
          limitOf={(code) =>
            canTranslate(health, source, code) ? undefined : off(`not from ${nameOf(source)} here`)
          }
          onPick={pick('target')}
        />
      </div>
      <p role="status" className="px-2.5 pt-1 pb-1.5 text-sm font-medium empty:p-0 sm:px-4">
        {!canTranslate(health, textLanguage, target) &&
          `${nameOf(textLanguage)} is not translated to ${nameOf(target)} here. Pick another pair.`}
      </p>
    </Card>
  );
}

function off(note: string): LanguageLimit {
  return { note, isOff: true };
}

/** Regions are left out: they make no difference to what can be translated, and lines longer. */
function nameOf(code: string): string | undefined {
  return findLanguage(code)?.name.replace(/ \(.*\)/, '');
}

interface LanguagesCardProps {
  conversation: Conversation;
  health: Health | undefined;
  canListen: (language: string) => boolean;
  send: (event: ConversationEvent) => void;
}

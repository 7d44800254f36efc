import { useIdle } from '../../browser/idle.ts';
import { Card } from '../../components/card.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Later, partOf } from '../../components/later.tsx';
import { canTranslate, type Health } from '../../system/health.ts';
import { type Conversation, type ConversationEvent, languageOfText } from '../conversation/conversation.ts';
import { nameWithoutRegion } from '../language-name.ts';
import type { LanguageLimit } from './language-limit.ts';
import { LanguageSelect } from './language-select.tsx';

const tools = partOf(() => import('../input/tools.tsx').then((module) => module.Tools));

export function LanguagesCard({ conversation, health, canListen, send }: LanguagesCardProps) {
  const { source, target, isDetecting } = conversation;
  const from = isDetecting ? 'auto' : source;
  const textLanguage = languageOfText(conversation);
  const isIdle = useIdle();
  const pick = (side: 'source' | 'target') => (code: string) => send({ type: 'language-picked', side, code });
  return (
    <Card title="Languages" isTitleShown={false} className="p-2! sm:p-2.5!">
      <div className="flex flex-wrap items-stretch gap-1 sm:gap-2">
        <LanguageSelect
          label="From"
          code={from}
          canDetect
          needs="microphone"
          findLimit={(code) =>
            canTranslate(health, code, target) ? undefined : off(`not to ${nameOf(target)} here`)
          }
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
          needs="voice"
          findLimit={(code) =>
            canTranslate(health, from, code) ? undefined : off(`not from ${nameOf(from)} here`)
          }
          onPick={pick('target')}
        />
      </div>
      <p role="status" className="px-2.5 pt-1 pb-1.5 text-sm font-medium empty:p-0 sm:px-4">
        {!canTranslate(health, textLanguage, target) &&
          `Parley can’t translate ${nameOf(textLanguage)} to ${nameOf(target)} here. Choose another language.`}
      </p>
      <div className="min-h-11">
        {isIdle && <Later part={tools} props={{ conversation, health, canListen, send }} failed={null} />}
      </div>
    </Card>
  );
}

function off(note: string): LanguageLimit {
  return { note, isOff: true };
}

function nameOf(code: string): string {
  return code === 'auto' ? 'any language' : nameWithoutRegion(code);
}

interface LanguagesCardProps {
  conversation: Conversation;
  health: Health | undefined;
  canListen: (language: string) => boolean;
  send: (event: ConversationEvent) => void;
}

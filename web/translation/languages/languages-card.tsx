import { useIsIdle } from '../../browser/idle.ts';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { defineLazy, Lazy } from '../../components/lazy.tsx';
import { capitalise, getShortName } from '../../language/language-name.ts';
import { canTranslate } from '../../system/health.ts';
import * as texts from '../../texts/languages.ts';
import type { TranslatorProps } from '../translator/translator.ts';
import type { LanguageRestriction } from './language-row.tsx';
import { LanguageSelect } from './language-select.tsx';
import { listOtherPairs, recentPairs } from './recent-pairs.ts';
import { SwapButton } from './swap-button.tsx';

const conversation = defineLazy(
  () => import('../conversation/opened-conversation.tsx'),
  'OpenedConversation',
  true,
);
const notes = defineLazy(() => import('./language-notes.tsx'), 'LanguageNotes', true);

export function LanguagesCard(props: LanguagesCardProps) {
  const { translator, health, send } = props;
  const { source, target, isDetecting } = translator;
  const from = isDetecting ? 'auto' : source;
  const isIdle = useIsIdle();
  const pick = (side: 'source' | 'target') => (code: string) => send({ type: 'language-picked', side, code });
  return (
    <>
      <section
        aria-labelledby="card-languages"
        className="@container z-20 min-h-14 border-b border-line bg-surface px-4 py-1.5 mobile:sticky mobile:top-[min(0px,var(--room))] sm:rounded-t-card"
      >
        <h2 id="card-languages" tabIndex={-1} className="sr-only">
          {texts.title}
        </h2>
        {/* Both as wide as each other, above their panes; with large text on a phone, below each other. */}
        <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-x-1 gap-y-2 @max-[13rem]:grid-cols-[1fr_auto]">
          <LanguageSelect
            label={texts.from}
            code={from}
            canDetect
            mainAbility="microphone"
            findRestriction={(code) =>
              canTranslate(health, code, target) ? undefined : restrict(texts.notTo(nameLanguage(target)))
            }
            onPick={pick('source')}
          />
          <SwapButton send={send} />
          <LanguageSelect
            label={texts.to}
            code={target}
            voice="them"
            mainAbility="speaker"
            findRestriction={(code) =>
              canTranslate(health, from, code) ? undefined : restrict(texts.notFrom(nameLanguage(from)))
            }
            onPick={pick('target')}
          />
        </div>
      </section>
      {isIdle && <Lazy component={conversation} props={props} failed={null} />}
      <RecentPairs translator={translator} send={send} />
      {isIdle && <Lazy component={notes} props={props} failed={null} />}
    </>
  );
}

interface LanguagesCardProps extends TranslatorProps {
  canListen: (language: string) => boolean;
}

function RecentPairs({ translator, send }: Pick<TranslatorProps, 'translator' | 'send'>) {
  const pairs = listOtherPairs(useStore(recentPairs), translator);
  if (pairs.length === 0) return null;
  return (
    <ul aria-label={texts.recentPairs} className="flex gap-2 overflow-x-auto px-4 pt-2">
      {pairs.map((pair) => (
        <li key={`${pair.source} ${pair.target}`} className="shrink-0">
          <Button
            variant="quiet"
            onClick={() => send({ type: 'pair-picked', ...pair })}
            className="rounded-full! border border-line px-3 text-sm"
          >
            <span>{capitalise(nameLanguage(pair.source))}</span>
            <span className="sr-only">{texts.pairTo}</span>
            <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
              →
            </span>
            <span>{capitalise(nameLanguage(pair.target))}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function restrict(note: string): LanguageRestriction {
  return { note, isUnavailable: true };
}

export function nameLanguage(code: string): string {
  return code === 'auto' ? texts.detectedLanguage : getShortName(code);
}

import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SpokenPhrase } from '../../../shared/phrasebook/books.ts';
import { type Phrase, phrases, tagRomanised } from '../../../shared/phrases.ts';
import { holdPosition } from '../../browser/screen/hold-position.ts';
import { Button } from '../../components/controls/button.tsx';
import { defineLazy, Lazy, prefetchOnIntent } from '../../components/lazy.tsx';
import { Notice, NoticeButton } from '../../components/toasts/notice.tsx';
import { findName } from '../../language/language-name.ts';
import { SpeakButton } from '../../speech/speak/speak-button.tsx';
import { useSpeaker } from '../../speech/speak/use-speaker.ts';
import type { Health } from '../../system/health.ts';
import * as texts from '../../texts/phrases.ts';
import * as siteTexts from '../../texts/site.ts';
import type { HealthCardProps } from '../health-card/health-card.tsx';
import { getTextProps } from '../text-props.ts';
import type { PickedPhrase, TranslatorState } from '../translator/translator.ts';
import { phrasebookQuery } from './phrasebook.ts';

const healthCard = defineLazy(() => import('../health-card/health-card.tsx'), 'HealthCard');

/** The preset phrases by situation. While it is shown, the phrasebooks of both languages are loaded. */
export function PhrasesPanel({ translator, health, isOpenAtFirst, onPick }: PhrasesPanelProps) {
  const { source, target } = translator;
  const books = { source: useQuery(phrasebookQuery(source)), target: useQuery(phrasebookQuery(target)) };
  const [open, setOpen] = useState<Phrase['situation'] | undefined>(
    isOpenAtFirst ? 'getting-around' : undefined,
  );
  const id = useId();
  return (
    <>
      <p className="pb-2 text-sm text-muted">{texts.areFree}</p>
      {/* The edges fade, because there may be more behind them. */}
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [mask-image:linear-gradient(to_right,transparent,black_1rem,black_calc(100%-1rem),transparent)] [scrollbar-width:none] desktop:flex-wrap">
        {situations.map(([situation, title]) => (
          <button
            key={situation}
            type="button"
            aria-expanded={situation === open}
            aria-controls={id}
            onClick={() => setOpen(situation === open ? undefined : situation)}
            className="min-h-11 max-w-[calc(100vw-4.5rem)] shrink-0 scroll-mx-6 rounded-full border border-line bg-surface px-4 font-medium transition-colors hover:border-accent aria-expanded:border-transparent aria-expanded:bg-accent-soft aria-expanded:text-accent forced-colors:aria-expanded:bg-[SelectedItem] forced-colors:aria-expanded:text-[SelectedItemText] forced-colors:aria-expanded:forced-color-adjust-none"
          >
            {title}
          </button>
        ))}
      </div>
      {(['source', 'target'] as const).map(
        (side) =>
          books[side].isError && (
            <LoadingFailed key={side} code={translator[side]} onRetry={() => void books[side].refetch()} />
          ),
      )}
      <div id={id} className="pt-3 empty:hidden">
        {(open === 'eating-out' || open === 'help-and-health') && (
          <HealthCardButton source={source} target={target} health={health} />
        )}
        {open && !books.source.isError && !books.target.isError && (
          <ul className="grid gap-2">
            {phrases
              .filter(({ situation }) => situation === open)
              .map((phrase) => (
                <PhraseRow
                  key={phrase.id}
                  phrase={phrase}
                  translator={translator}
                  health={health}
                  meaning={books.source.data?.get(phrase.id)}
                  translated={books.target.data?.get(phrase.id)}
                  onPick={() => onPick(phrase)}
                />
              ))}
          </ul>
        )}
      </div>
    </>
  );
}

interface PhrasesPanelProps {
  translator: TranslatorState;
  health: Health | undefined;
  isOpenAtFirst: boolean;
  onPick: (phrase: PickedPhrase) => void;
}

const situations = [
  ['getting-around', texts.gettingAround],
  ['eating-out', texts.eatingOut],
  ['shops-and-hotels', texts.shopsAndHotels],
  ['help-and-health', texts.helpAndHealth],
  ['talking', texts.talking],
] as const satisfies [Phrase['situation'], string][];

function HealthCardButton(props: Omit<HealthCardProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...prefetchOnIntent(healthCard)} onClick={() => setOpen(true)} className="mb-3 w-full">
        {texts.allergyAndHealthCard}
      </Button>
      {isOpen && <Lazy component={healthCard} props={{ ...props, onClose: () => setOpen(false) }} />}
    </>
  );
}

function LoadingFailed({ code, onRetry }: { code: string; onRetry: () => void }) {
  return (
    <div role="alert" className="pt-3">
      <Notice tone="danger" action={<NoticeButton onClick={onRetry}>{texts.tryAgain}</NoticeButton>}>
        {texts.notLoaded(findName(code))}
      </Notice>
    </div>
  );
}

/** The phrase in both languages, which are the same whatever language the preset words are in. */
function PhraseRow({ phrase, translator, health, meaning, translated, onPick }: PhraseRowProps) {
  const isPending = translator.phase === 'translating' && translator.text === phrase.text;
  const isTranslated = !isPending && translator.original.text === phrase.text;
  const translation = isTranslated ? translator.translation : undefined;
  const shown = translation?.text ?? translated?.text;
  const language = translation?.language ?? translator.target;
  return (
    <li className="flex items-center rounded-control border border-line bg-surface pe-1 transition-colors hover:bg-accent-soft">
      <button
        type="button"
        aria-busy={isPending || undefined}
        aria-label={meaning || shown ? undefined : siteTexts.loading}
        onClick={({ currentTarget }) => {
          holdPosition(currentTarget);
          onPick();
        }}
        // Room for each line, so nothing moves when the translation arrives.
        className={`flex min-w-0 flex-1 flex-col justify-center rounded-control px-4 py-2.5 text-start ${
          translated?.romanised ? 'min-h-26' : 'min-h-20'
        }`}
      >
        {/* The texts are inline in lines of the page's direction, so that all rows begin at the same side. */}
        <span className="leading-snug font-medium">
          {meaning ? (
            <span {...getTextProps(translator.source)}>{meaning.text}</span>
          ) : (
            <span className="shimmer block h-[1lh] w-2/3 animate-shimmer rounded-lg" />
          )}
        </span>
        <span className="mt-0.5 block min-h-[1lh] leading-snug">
          {shown === undefined ? (
            <span className="shimmer block h-5 w-2/3 animate-shimmer rounded-lg" />
          ) : (
            <span data-voice="them" className="block font-semibold text-accent">
              <span data-testid={translation && 'phrase-translation'} {...getTextProps(language)}>
                {shown}
              </span>
            </span>
          )}
          {shown === translated?.text && translated?.romanised && (
            <Romanised text={translated.romanised} language={language} />
          )}
        </span>
      </button>
      <span data-voice="them" className="size-11 shrink-0">
        {translation && <SpeakTranslation {...translation} health={health} />}
      </span>
    </li>
  );
}

interface PhraseRowProps {
  phrase: Phrase;
  translator: TranslatorState;
  health: Health | undefined;
  /** In the From language; undefined until that is loaded. */
  meaning: SpokenPhrase | undefined;
  /** In the To language; undefined until that is loaded. */
  translated: SpokenPhrase | undefined;
  onPick: () => void;
}

function Romanised({ text, language }: { text: string; language: string }) {
  return (
    <span className="block text-sm text-muted">
      <span lang={tagRomanised(language)} dir="ltr" translate="no">
        {text}
      </span>
    </span>
  );
}

/** Speaks the page's translation, like the translation card's button. */
function SpeakTranslation({ text, language, health }: SpeakTranslationProps) {
  const playback = useSpeaker('translation', language, health, undefined, text);
  return (
    <SpeakButton
      playback={playback}
      text={text}
      options={{ isAuto: false, savesSound: true }}
      className="text-accent!"
    />
  );
}

interface SpeakTranslationProps {
  text: string;
  language: string;
  health: Health | undefined;
}

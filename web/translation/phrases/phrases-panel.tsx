import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { areVariants, findLanguage } from '../../../shared/languages.ts';
import { type Phrase, phrases, pickShownText } from '../../../shared/phrases.ts';
import { useCanLoadExtras } from '../../browser/idle.ts';
import { useOnline } from '../../browser/online.ts';
import { holdPosition } from '../../browser/screen/hold-position.ts';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { Notice, NoticeButton } from '../../components/toasts/notice.tsx';
import { SpeakButton } from '../../speech/speak/speak-button.tsx';
import { useSpeaker } from '../../speech/speak/use-speaker.ts';
import { canTranslate, type Health } from '../../system/health.ts';
import * as texts from '../../texts/phrases.ts';
import { getShortName, getTextProps } from '../language-name.ts';
import type { PickedPhrase, TranslatorState } from '../translator/translator.ts';
import { offlinePhrases } from './offline-phrases.ts';
import { offlinePhrasesQuery, saveTargetPhrases } from './phrasebook.ts';

/** The preset phrases by situation. While it is shown, the phrases in the target language are saved for offline use. */
export function PhrasesPanel({ translator, health, isOpenAtFirst, onPick }: PhrasesPanelProps) {
  const { target } = translator;
  const isOnline = useOnline();
  const canLoadExtras = useCanLoadExtras();
  const { data: saved = noPhrases } = useQuery(offlinePhrasesQuery(target, isOnline));
  const [open, setOpen] = useState<Chip | undefined>(isOpenAtFirst ? 'getting-around' : undefined);
  const id = useId();
  useEffect(() => {
    if (health && isOnline && canLoadExtras) void saveTargetPhrases(target);
  }, [target, health, isOnline, canLoadExtras]);
  return (
    <>
      {/* The edges fade, because there may be more behind them. */}
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [mask-image:linear-gradient(to_right,transparent,black_1rem,black_calc(100%-1rem),transparent)] [scrollbar-width:none] desktop:flex-wrap">
        {chips.map(([chip, title]) => (
          <button
            key={chip}
            type="button"
            aria-expanded={chip === open}
            aria-controls={id}
            onClick={() => setOpen(chip === open ? undefined : chip)}
            className="min-h-11 max-w-[calc(100vw-4.5rem)] shrink-0 scroll-mx-6 rounded-full border border-line bg-surface px-4 font-medium transition-colors hover:border-accent aria-expanded:border-transparent aria-expanded:bg-accent-soft aria-expanded:text-accent"
          >
            {title}
          </button>
        ))}
      </div>
      <div id={id} className="pt-3 empty:hidden">
        {open === 'offline' && (
          <OfflinePanel target={target} health={health} isTargetSaved={isAnySaved(saved, target)} />
        )}
        {open && open !== 'offline' && (
          <Phrases
            shown={phrases.filter(({ situation }) => situation === open)}
            translator={translator}
            health={health}
            saved={isOnline ? undefined : saved}
            onPick={({ id, text, language }) =>
              onPick({ text, language, isFree: !isOnline && saved.has(id) })
            }
          />
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

const chips = [
  ['getting-around', texts.gettingAround],
  ['eating-out', texts.eatingOut],
  ['shops-and-hotels', texts.shopsAndHotels],
  ['help-and-health', texts.helpAndHealth],
  ['talking', texts.talking],
  ['offline', texts.offlinePhrasebook],
] as const satisfies [Phrase['situation'] | 'offline', string][];

type Chip = (typeof chips)[number][0];

function Phrases({ shown, translator, health, saved, onPick }: PhrasesProps) {
  const noteId = useId();
  const { target } = translator;
  const name = findLanguage(target)?.name;
  const canPick = ({ id, language }: Phrase) => saved?.has(id) || canTranslate(health, language, target);
  // Only a hint: the browser may be wrong about the connection.
  const isSomeNotSaved = saved && !shown.every(({ id }) => saved.has(id));
  return (
    <>
      {(isSomeNotSaved || !shown.every(canPick)) && (
        <p id={noteId} className="pb-3 text-sm text-muted">
          {isSomeNotSaved ? texts.someNotSaved(name) : texts.someUnavailable(name)}
        </p>
      )}
      <ul className="grid gap-2">
        {shown.map((phrase) => (
          <PhraseRow
            key={phrase.id}
            phrase={phrase}
            translator={translator}
            health={health}
            reasonId={canPick(phrase) ? undefined : noteId}
            onPick={() => onPick(phrase)}
          />
        ))}
      </ul>
    </>
  );
}

interface PhrasesProps {
  shown: readonly Phrase[];
  translator: TranslatorState;
  health: Health | undefined;
  /** The saved phrases; undefined when online. */
  saved: ReadonlyMap<string, string> | undefined;
  onPick: (phrase: Phrase) => void;
}

const noPhrases: ReadonlyMap<string, string> = new Map();

function isAnySaved(saved: ReadonlyMap<string, string>, target: string): boolean {
  return phrases.some(({ id, language }) => saved.has(id) && !areVariants(language, target));
}

function OfflinePanel({ target, health, isTargetSaved }: OfflinePanelProps) {
  const { phase, saved, total, problem } = useStore(offlinePhrases);
  useEffect(() => void offlinePhrases.updateProgress(health), [health]);
  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = total > 0 && saved === total;
  const describeTarget = isTargetSaved ? texts.languageSaved : texts.languageNotSaved;
  const soFar = texts.savedSoFar(saved, total);

  /** The button disappears, so the heading takes the focus. */
  function focusAfter(work: () => unknown): () => void {
    return () => {
      work();
      heading.current?.focus({ preventScroll: true });
    };
  }

  const start = focusAfter(() => offlinePhrases.start(health));
  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="mb-2 text-sm font-semibold text-muted outline-none">
        {texts.offlinePhrasebook}
      </h3>
      <p className="text-sm text-muted">
        <span>{isDone ? texts.allPhrasesSaved(total) : describeTarget(findLanguage(target)?.name)}</span>
        {!isDone && phase === 'idle' && saved > 0 && <span>{` ${soFar}`}</span>}
      </p>
      {phase === 'saving' && <Progress saved={saved} total={total} />}
      {phase === 'failed' && (
        <div className="mt-3">
          <Notice tone="danger" action={<NoticeButton onClick={start}>{texts.continueSaving}</NoticeButton>}>
            <span>{problem}</span>
            <span>{` ${soFar}`}</span>
          </Notice>
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {phase === 'saving' && <Button onClick={focusAfter(offlinePhrases.stop)}>{texts.stop}</Button>}
        {(phase === 'idle' || phase === 'finished') && !isDone && (
          <Button onClick={start}>{texts.saveAll}</Button>
        )}
        {phase !== 'saving' && saved > 0 && (
          <Button variant="quiet" onClick={focusAfter(() => offlinePhrases.remove(health))} className="px-3">
            {texts.remove}
          </Button>
        )}
      </div>
      {/* Announces the beginning and the end, not each step. */}
      <p role="status" className="sr-only">
        {phase === 'saving' && <span>{texts.savingAll}</span>}
        {phase === 'failed' && <span>{`${problem} ${soFar}`}</span>}
        {phase === 'finished' && <span>{texts.allSaved(total)}</span>}
      </p>
    </div>
  );
}

interface OfflinePanelProps {
  target: string;
  health: Health | undefined;
  isTargetSaved: boolean;
}

function Progress({ saved, total }: { saved: number; total: number }) {
  return (
    <div className="mt-3">
      <p className="text-sm font-medium tabular" aria-hidden="true">
        {texts.savedCount(saved, total)}
      </p>
      <div
        role="progressbar"
        aria-label={texts.progressLabel}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={saved}
        className="mt-2 h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full rounded-full bg-accent" style={{ width: `${(100 * saved) / total}%` }} />
      </div>
    </div>
  );
}

/** The phrase leads if it is in the From language, else its English meaning does. */
function PhraseRow({ phrase, translator, health, reasonId, onPick }: PhraseRowProps) {
  const { text, lang, dir } = pickShownText(phrase);
  const isPending = translator.phase === 'translating' && translator.text === phrase.text;
  const isTranslated = !isPending && translator.original.text === phrase.text;
  const translation = isTranslated ? translator.translation : undefined;
  const isUnderstood = areVariants(phrase.language, translator.source) || phrase.gloss === phrase.text;
  const language = getShortName(phrase.language);
  const original = (
    <span lang={lang} dir={dir} translate="no">
      {text}
    </span>
  );
  return (
    <li className="flex items-center rounded-control border border-line bg-surface pr-1">
      <button
        type="button"
        aria-busy={isPending || undefined}
        aria-disabled={reasonId !== undefined || undefined}
        aria-describedby={reasonId}
        onClick={({ currentTarget }) => {
          if (reasonId !== undefined) return;
          holdPosition(currentTarget);
          onPick();
        }}
        // Room for two lines, so nothing moves when the translation arrives.
        className="flex min-h-20 min-w-0 flex-1 flex-col justify-center rounded-control px-4 py-2.5 text-start transition-colors hover:not-aria-disabled:bg-accent-soft aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
      >
        <span className="leading-snug font-medium">
          {isUnderstood ? original : <span>{phrase.gloss}</span>}
        </span>
        <span className="mt-0.5 block min-h-[1lh] leading-snug">
          {isPending && <span className="shimmer block h-5 w-2/3 animate-shimmer rounded-lg" />}
          {translation && (
            <span
              data-testid="phrase-translation"
              {...getTextProps(translation.language)}
              className="block font-semibold text-accent"
            >
              {translation.text}
            </span>
          )}
          {!isPending && !translation && (
            <span className="text-sm text-muted">
              <span>{language}</span>
              {phrase.gloss !== phrase.text && (
                <>
                  <span> · </span>
                  {isUnderstood ? <span>{phrase.gloss}</span> : original}
                </>
              )}
            </span>
          )}
        </span>
      </button>
      <span className="size-11 shrink-0">
        {translation && <SpeakTranslation {...translation} health={health} />}
      </span>
    </li>
  );
}

interface PhraseRowProps {
  phrase: Phrase;
  translator: TranslatorState;
  health: Health | undefined;
  reasonId: string | undefined;
  onPick: () => void;
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

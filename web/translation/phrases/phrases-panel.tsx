import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { areVariants, findLanguage } from '../../../shared/languages.ts';
import { type Phrase, phrases } from '../../../shared/phrases.ts';
import { useCanLoadExtras } from '../../browser/idle.ts';
import { useOnline } from '../../browser/online.ts';
import { canTranslate, type Health } from '../../system/health.ts';
import * as texts from '../../texts/phrases.ts';
import type { PickedPhrase, TranslatorState } from '../translator/translator.ts';
import { OfflinePanel } from './offline-panel.tsx';
import { PhraseRow } from './phrase-row.tsx';
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
    if (health && isOnline && canLoadExtras) saveTargetPhrases(target);
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
            className="min-h-11 shrink-0 scroll-mx-6 rounded-full border border-line bg-surface px-4 font-medium transition-colors hover:border-accent aria-expanded:border-transparent aria-expanded:bg-accent-soft aria-expanded:text-accent"
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
            onPick={({ text, language }) => onPick({ text, language, isFree: !isOnline })}
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
  const canPick = ({ id, language }: Phrase) =>
    saved ? saved.has(id) : canTranslate(health, language, target);
  return (
    <>
      {!shown.every(canPick) && (
        <p id={noteId} className="pb-3 text-sm text-muted">
          {saved ? texts.someNotSaved(name) : texts.someUnavailable(name)}
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
  /** The saved phrases, the only ones that work offline; undefined when online. */
  saved: ReadonlyMap<string, string> | undefined;
  onPick: (phrase: Phrase) => void;
}

const noPhrases: ReadonlyMap<string, string> = new Map();

function isAnySaved(saved: ReadonlyMap<string, string>, target: string): boolean {
  return phrases.some(({ id, language }) => saved.has(id) && !areVariants(language, target));
}

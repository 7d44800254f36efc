import { useEffect, useId, useState } from 'react';
import { findLanguage } from '../../../shared/languages.ts';
import { type Phrase, phrases, pickShownText } from '../../../shared/phrases.ts';
import { useOnline } from '../../browser/online.ts';
import { useStore } from '../../browser/store.ts';
import { Card } from '../../components/card.tsx';
import { Icon } from '../../components/icon.tsx';
import { canTranslate, type Health } from '../../system/health.ts';
import type { PickedPhrase } from '../conversation/conversation.ts';
import { KeepAllPanel } from '../keep/keep-all-panel.tsx';
import { nameWithoutRegion } from '../language-name.ts';
import { findOfflinePhrases, keepPicked, phrasebookChanges } from './phrasebook.ts';

/** The preset phrases by language. While it is shown, the phrases in the target language are kept for offline use. */
export function PhrasesCard({ target, health, onPick }: PhrasesCardProps) {
  const isOnline = useOnline();
  const kept = useOfflinePhrases(target);
  const noteId = useId();
  useEffect(() => {
    if (health && isOnline) keepPicked(target);
  }, [target, health, isOnline]);
  const isPossible = ([language]: Group) => canTranslate(health, language, target);
  const folded = byLanguage.filter((group) => !isPossible(group));
  const possible = byLanguage.filter(isPossible);
  const canPick = ({ id }: Phrase) => isOnline || kept.has(id);
  const isSomeMissing = possible.some(([, members]) => !members.every(canPick));
  return (
    <Card title="Quick Actions" className="h-full">
      <div className="grid gap-6">
        {isSomeMissing && (
          <p id={noteId} className="text-sm text-muted">
            You’re offline. Some phrases aren’t saved in {findLanguage(target)?.name}.
          </p>
        )}
        {possible.map((group) => (
          <PhraseGroup
            key={group[0]}
            group={group}
            canPick={canPick}
            whyNot={noteId}
            onPick={({ text, language }) => onPick({ text, language, isFree: !isOnline })}
          />
        ))}
        {folded.length > 0 && (
          <details className="group">
            <summary className="-mx-2 flex min-h-11 list-none items-center gap-2 rounded-control px-2 text-sm text-muted hover:bg-sunken">
              <span className="flex-1">
                Not available in {findLanguage(target)?.name}: {listNames(folded)}
              </span>
              <Icon
                name="chevron"
                className="size-5 shrink-0 transition-[rotate] group-open:[rotate:180deg]"
              />
            </summary>
            <div className="grid gap-6 pt-4">
              {folded.map((group) => (
                <PhraseGroup key={group[0]} group={group} canPick={() => false} />
              ))}
            </div>
          </details>
        )}
        <KeepAllPanel target={target} health={health} isTargetKept={isAnyKept(kept, target)} />
      </div>
    </Card>
  );
}

interface PhrasesCardProps {
  target: string;
  health: Health | undefined;
  onPick: (phrase: PickedPhrase) => void;
}

function useOfflinePhrases(target: string): ReadonlyMap<string, string> {
  const changes = useStore(phrasebookChanges);
  const [kept, setKept] = useState<ReadonlyMap<string, string>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is read
  useEffect(() => {
    let isGone = false;
    const read = () => findOfflinePhrases(target).then((found) => isGone || setKept(found));
    read();
    // Another tab may have saved some.
    addEventListener('offline', read);
    return () => {
      isGone = true;
      removeEventListener('offline', read);
    };
  }, [target, changes]);
  return kept;
}

function isAnyKept(kept: ReadonlyMap<string, string>, target: string): boolean {
  const isTranslated = ({ id, language }: Phrase) =>
    kept.has(id) && findLanguage(language)?.translate !== findLanguage(target)?.translate;
  return phrases.some(isTranslated);
}

function PhraseGroup({ group: [language, members], canPick, whyNot, onPick }: PhraseGroupProps) {
  return (
    <div>
      <h3 className="mb-2 text-sm font-semibold text-muted">{nameWithoutRegion(language)}</h3>
      <ul className="grid gap-2 sm:grid-cols-2">
        {members.map((phrase) => (
          <li key={phrase.id}>
            <button
              type="button"
              aria-disabled={!canPick(phrase) || undefined}
              aria-describedby={canPick(phrase) ? undefined : whyNot}
              onClick={() => canPick(phrase) && onPick?.(phrase)}
              className="flex h-full min-h-13 w-full flex-col justify-center rounded-control border border-line px-4 py-2.5 text-start transition-colors hover:not-aria-disabled:border-accent hover:not-aria-disabled:bg-accent-soft aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
            >
              <PhraseText phrase={phrase} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface PhraseGroupProps {
  group: Group;
  canPick: (phrase: Phrase) => boolean;
  /** Id of the note that explains why some cannot be picked. */
  whyNot?: string;
  onPick?: (phrase: Phrase) => void;
}

function PhraseText({ phrase }: { phrase: Phrase }) {
  const { text, lang, dir } = pickShownText(phrase);
  return (
    <>
      <span lang={lang} dir={dir} className="w-full leading-snug font-medium">
        {text}
      </span>
      {phrase.gloss !== text && (
        <span className="mt-0.5 text-sm leading-snug text-muted">{phrase.gloss}</span>
      )}
    </>
  );
}

const byLanguage = [...Map.groupBy(phrases, (phrase) => phrase.language)];

type Group = (typeof byLanguage)[number];

function listNames(groups: readonly Group[]): string {
  return new Intl.ListFormat('en').format(groups.map(([language]) => nameWithoutRegion(language)));
}

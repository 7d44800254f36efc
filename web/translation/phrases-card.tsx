import { directionOf, findLanguage } from '../../shared/languages.ts';
import { type Phrase, phrases } from '../../shared/phrases.ts';
import { Card } from '../components/card.tsx';
import { Icon } from '../components/icon.tsx';
import { canTranslate, type Health } from '../system/health.ts';

/** The preset phrases, by language: one tap translates and speaks. What cannot be translated here is folded away. */
export function PhrasesCard({ target, health, onPick }: PhrasesCardProps) {
  const isPossible = ([language]: Group) => canTranslate(health, language, target);
  const folded = byLanguage.filter((group) => !isPossible(group));
  return (
    <Card title="Quick Actions" className="h-full">
      <div className="grid gap-6">
        {byLanguage.filter(isPossible).map((group) => (
          <PhraseGroup key={group[0]} group={group} onPick={onPick} />
        ))}
        {folded.length > 0 && (
          <details className="group">
            <summary className="-mx-2 flex min-h-11 list-none items-center gap-2 rounded-control px-2 text-sm text-muted hover:bg-sunken">
              <span className="flex-1">
                Not translated to {findLanguage(target)?.name} here: {namesOf(folded)}
              </span>
              <Icon
                name="chevron"
                className="size-5 shrink-0 transition-[rotate] group-open:[rotate:180deg]"
              />
            </summary>
            <div className="grid gap-6 pt-4">
              {folded.map((group) => (
                <PhraseGroup key={group[0]} group={group} />
              ))}
            </div>
          </details>
        )}
      </div>
    </Card>
  );
}

interface PhrasesCardProps {
  target: string;
  health: Health | undefined;
  onPick: (phrase: Phrase) => void;
}

/** @param props without `onPick` its phrases are there to be read */
function PhraseGroup({
  group: [language, members],
  onPick,
}: {
  group: Group;
  onPick?: PhrasesCardProps['onPick'];
}) {
  return (
    <div>
      <h3 className="mb-2 text-sm font-semibold text-muted">{nameOf(language)}</h3>
      <ul className="grid gap-2 sm:grid-cols-2">
        {members.map((phrase) => (
          <li key={phrase.id}>
            <button
              type="button"
              aria-disabled={!onPick || undefined}
              onClick={() => onPick?.(phrase)}
              className="flex h-full min-h-13 w-full flex-col justify-center rounded-control border border-line px-4 py-2.5 text-left transition-colors hover:not-aria-disabled:border-accent hover:not-aria-disabled:bg-accent-soft aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
            >
              <PhraseText phrase={phrase} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function PhraseText({ phrase: { text, romanised, gloss, language } }: { phrase: Phrase }) {
  return (
    <>
      <span
        lang={romanised ? `${language}-Latn` : language}
        dir={romanised ? 'ltr' : directionOf(language)}
        className="w-full leading-snug font-medium"
      >
        {romanised ?? text}
      </span>
      {gloss !== text && <span className="mt-0.5 text-sm leading-snug text-muted">{gloss}</span>}
    </>
  );
}

const byLanguage = [...Map.groupBy(phrases, (phrase) => phrase.language)];

type Group = (typeof byLanguage)[number];

function namesOf(groups: readonly Group[]): string {
  return new Intl.ListFormat('en').format(groups.map(([language]) => nameOf(language)));
}

function nameOf(language: string): string {
  return findLanguage(language)?.name.replace(/ \(.*\)/, '') ?? language;
}

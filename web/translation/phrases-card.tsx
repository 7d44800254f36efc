import { directionOf, findLanguage } from '../../shared/languages.ts';
import { type Phrase, phrases } from '../../shared/phrases.ts';
import { Card } from '../components/card.tsx';
import { canTranslate, type Health } from '../system/health.ts';

/** The preset phrases, by language: one tap translates and speaks. */
export function PhrasesCard({ target, health, onPick }: PhrasesCardProps) {
  return (
    <Card title="Quick Actions" className="h-full">
      <div className="grid gap-6">
        {byLanguage.map(([code, group]) => {
          const isPossible = canTranslate(health, code, target);
          const name = findLanguage(code)?.name.replace(/ \(.*\)/, '');
          return (
            <div key={code}>
              <h3 className="mb-2 flex flex-wrap items-baseline gap-x-2 text-sm font-semibold text-muted">
                {name}
                {!isPossible && (
                  <span className="font-normal">is not translated to {findLanguage(target)?.name} here</span>
                )}
              </h3>
              <ul className="grid gap-2 sm:grid-cols-2">
                {group.map((phrase) => (
                  <li key={phrase.id}>
                    <button
                      type="button"
                      aria-disabled={!isPossible || undefined}
                      onClick={() => isPossible && onPick(phrase)}
                      className="flex min-h-13 h-full w-full flex-col justify-center rounded-control border border-line px-4 py-2.5 text-left transition-colors hover:not-aria-disabled:border-accent hover:not-aria-disabled:bg-accent-soft aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
                    >
                      <PhraseText phrase={phrase} />
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </Card>
  );
}

interface PhrasesCardProps {
  target: string;
  health: Health | undefined;
  onPick: (phrase: Phrase) => void;
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

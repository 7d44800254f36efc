import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import {
  allergens,
  type CardEntry,
  type CardTexts,
  conditions,
  diets,
} from '../../../shared/health-card/entries.ts';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice, NoticeButton } from '../../components/toasts/notice.tsx';
import { findName } from '../../language/language-name.ts';
import type { Health } from '../../system/health.ts';
import * as texts from '../../texts/phrases.ts';
import { getTextProps } from '../text-props.ts';
import { cardTextsQuery, chosenEntries } from './chosen-entries.ts';
import { findOwnLanguage } from './own-language.ts';
import { ShownCard } from './shown-card.tsx';

function clear({ currentTarget }: MouseEvent<HTMLElement>): void {
  chosenEntries.set([]);
  // The button disappears.
  currentTarget.closest('dialog')?.querySelector('h2')?.focus();
}

/** Chooses what the card says, then shows it in the To language. */
export function HealthCard({ source, target, health, onClose }: HealthCardProps) {
  const ownCode = findOwnLanguage(source);
  const own = useQuery(cardTextsQuery(ownCode));
  const theirs = useQuery(cardTextsQuery(target));
  const chosen = useStore(chosenEntries);
  const [isShown, setShown] = useState(false);
  if (isShown && own.data && theirs.data) {
    const languages = {
      own: { code: ownCode, texts: own.data },
      theirs: { code: target, texts: theirs.data },
    };
    return <ShownCard {...languages} chosen={chosen} health={health} onClose={() => setShown(false)} />;
  }
  const failed = [own, theirs].filter(({ isError }) => isError);
  return (
    <Dialog
      title={texts.allergyAndHealthCard}
      onClose={onClose}
      actions={
        <>
          {chosen.length > 0 && (
            <p className="text-center text-sm text-muted sm:order-last sm:me-auto sm:self-center">
              {texts.chosen(chosen.length)}
            </p>
          )}
          <Button
            variant="primary"
            isDisabled={chosen.length === 0 || !own.data || !theirs.data}
            onClick={() => setShown(true)}
          >
            {texts.showCardIn(findName(target))}
          </Button>
          {chosen.length > 0 && <Button onClick={clear}>{texts.clearCard}</Button>}
        </>
      }
    >
      <p className="text-muted">{texts.chooseWhatApplies}</p>
      {failed.length > 0 && <LoadingFailed onRetry={() => failed.forEach(({ refetch }) => void refetch())} />}
      {own.data &&
        groups.map(([title, entries]) => (
          <Choices key={title} title={title} entries={entries} language={ownCode} own={own.data} />
        ))}
      <p className="mt-5 pb-8 text-sm text-muted">{texts.staysOnDevice}</p>
      {/* Fades what is cut off: the list goes on. */}
      <div
        aria-hidden="true"
        className="pointer-events-none sticky -bottom-5 -mt-12 h-12 bg-linear-to-t from-surface to-transparent"
      />
    </Dialog>
  );
}

export interface HealthCardProps {
  source: string;
  target: string;
  health: Health | undefined;
  onClose: () => void;
}

function LoadingFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="mt-3">
      <Notice tone="danger" action={<NoticeButton onClick={onRetry}>{texts.tryAgain}</NoticeButton>}>
        {texts.cardNotLoaded}
      </Notice>
    </div>
  );
}

const groups = [
  [texts.allergens, allergens],
  [texts.diets, diets],
  [texts.conditions, conditions],
] as const satisfies (readonly [string, readonly CardEntry[]])[];

function Choices({ title, entries, language, own }: ChoicesProps) {
  const chosen = useStore(chosenEntries);
  const toggle = (entry: CardEntry, isChosen: boolean) =>
    chosenEntries.set(isChosen ? [...chosen, entry] : chosen.filter((each) => each !== entry));
  return (
    <fieldset className="mt-5">
      <legend className="font-semibold">{title}</legend>
      {entries.map((entry) => (
        <label key={entry} className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5">
          <input
            type="checkbox"
            checked={chosen.includes(entry)}
            onChange={({ currentTarget }) => toggle(entry, currentTarget.checked)}
            className="size-5 shrink-0 accent-accent"
          />
          <span {...getTextProps(language)}>{own[entry]}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface ChoicesProps {
  title: string;
  entries: readonly CardEntry[];
  language: string;
  own: CardTexts;
}

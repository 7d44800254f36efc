import type { CardEntry, CardTexts } from '../../../shared/health-card/entries.ts';
import { areVariants } from '../../../shared/languages.ts';
import { Button } from '../../components/controls/button.tsx';
import { FullScreen } from '../../components/dialogs/full-screen.tsx';
import { useFocusableScroll } from '../../components/focusable-scroll.ts';
import { Icon } from '../../components/icon.tsx';
import { findName } from '../../language/language-name.ts';
import { useSpeaker } from '../../speech/speak/use-speaker.ts';
import type { Health } from '../../system/health.ts';
import * as texts from '../../texts/phrases.ts';
import { getTextProps } from '../text-props.ts';
import { sortEntries, writeCard } from './chosen-entries.ts';
import { EntryIcon } from './entry-icon.tsx';

/** Large in the other person's language, small in the visitor's own. */
export function ShownCard({ own, theirs, chosen, health, onClose }: ShownCardProps) {
  const { avoided, sentences } = sortEntries(chosen);
  const text = writeCard(chosen, theirs.texts);
  const playback = useSpeaker('card', theirs.code, health, undefined, text);
  return (
    <FullScreen label={texts.cardIn(findName(theirs.code))} onClose={onClose}>
      <div className="flex h-full flex-col">
        <div ref={useFocusableScroll()} className="min-h-32 flex-1 overflow-y-auto px-4 py-5 sm:px-8">
          <div className="mx-auto max-w-2xl">
            {avoided.length > 0 && <Both name="allergy" own={own} theirs={theirs} />}
            <Entries entries={avoided} isAvoided own={own} theirs={theirs} />
            <Entries entries={sentences} isAvoided={false} own={own} theirs={theirs} />
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3 sm:px-6">
          <div className="min-w-0 flex-1 basis-[calc(100%-3.5rem)] text-sm text-muted sm:basis-56">
            <p>{texts.replacesNoDoctor}</p>
            <p role="status">{playback.problem}</p>
          </div>
          <Button variant="quiet" aria-label={texts.close} onClick={onClose} className="sm:order-last">
            <Icon name="close" />
          </Button>
          <Button
            data-state={playback.phase}
            isDisabled={playback.isUnavailable}
            onClick={() => playback.toggle(text)}
            className="flex-1 sm:min-w-40 sm:flex-none"
          >
            <Icon name={playback.isActive ? 'stop' : 'speaker'} />
            <span>{playback.label}</span>
          </Button>
        </div>
      </div>
    </FullScreen>
  );
}

interface Side {
  readonly code: string;
  readonly texts: CardTexts;
}

interface ShownCardProps {
  own: Side;
  theirs: Side;
  chosen: readonly CardEntry[];
  health: Health | undefined;
  onClose: () => void;
}

function Entries({ entries, isAvoided, own, theirs }: EntriesProps) {
  if (entries.length === 0) return null;
  return (
    <ul className="grid gap-4 py-4">
      {entries.map((entry) => (
        <li key={entry} className="flex items-center gap-4">
          <EntryIcon entry={entry} isAvoided={isAvoided} />
          <Both name={entry} own={own} theirs={theirs} />
        </li>
      ))}
    </ul>
  );
}

interface EntriesProps {
  entries: readonly CardEntry[];
  isAvoided: boolean;
  own: Side;
  theirs: Side;
}

function Both({ name, own, theirs }: { name: keyof CardTexts; own: Side; theirs: Side }) {
  return (
    <div className="min-w-0">
      <p {...getTextProps(theirs.code)} className="text-2xl leading-snug font-semibold wrap-anywhere">
        {theirs.texts[name]}
      </p>
      {!areVariants(own.code, theirs.code) && (
        <p {...getTextProps(own.code)} className="mt-0.5 text-sm text-muted">
          {own.texts[name]}
        </p>
      )}
    </div>
  );
}

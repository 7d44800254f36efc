import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
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
import { fitLargest, watchRoom } from '../result/fit.ts';
import { getTextProps } from '../text-props.ts';
import { sortEntries, writeCard } from './chosen-entries.ts';
import { EntryIcon } from './entry-icon.tsx';

/** As large as fits in the other person's language, foods and conditions first of all, and small in the visitor's own. */
export function ShownCard({ own, theirs, chosen, health, onClose }: ShownCardProps) {
  const { avoided, sentences } = sortEntries(chosen);
  const text = writeCard(chosen, theirs.texts);
  const playback = useSpeaker('card', theirs.code, health, undefined, text);
  const box = useFocusableScroll();
  const content = useRef<HTMLDivElement>(null);
  const isScrolling = useFit(box, content, text);
  return (
    <FullScreen label={texts.cardIn(findName(theirs.code))} onClose={onClose}>
      <div className="capped flex h-full flex-col [--most:16px]">
        <div ref={box} className="min-h-32 flex-1 overflow-y-auto overscroll-contain px-4 sm:px-8">
          <div ref={content} className="mx-auto w-fit py-5">
            {avoided.length > 0 && <Both name="allergy" own={own} theirs={theirs} />}
            <Entries entries={avoided} isAvoided own={own} theirs={theirs} />
            <Entries entries={sentences} isAvoided={false} own={own} theirs={theirs} />
          </div>
          {isScrolling && <MoreBelow />}
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3 sm:px-6">
          <div className="min-w-0 flex-1 text-sm text-muted sm:basis-56">
            <p>{texts.replacesNoDoctor}</p>
            <p role="status">{playback.problem}</p>
          </div>
          <Button onClick={onClose} className="sm:order-last">
            <Icon name="close" />
            <span>{texts.close}</span>
          </Button>
          <span className="basis-full sm:hidden" />
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

/** @returns whether the card scrolls, because not even the smallest size fits */
function useFit(box: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>, text: string) {
  const [isScrolling, setScrolling] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text may need a different size
  useLayoutEffect(() => {
    const [outer, inner] = [box.current, content.current];
    if (!outer || !inner) return;
    return watchRoom(outer, () => {
      const fits = fitLargest(minPx, maxPx, (sizePx) => {
        inner.style.fontSize = `${sizePx}px`;
        // At the smallest size, words may break.
        inner.style.overflowWrap = sizePx > minPx ? 'normal' : 'anywhere';
        return inner.scrollWidth <= inner.clientWidth && inner.offsetHeight <= outer.clientHeight;
      });
      setScrolling(!fits);
    });
  }, [text]);
  return isScrolling;
}

/** Of a food. The smallest is still read at arm's length, the largest across a kitchen. */
const minPx = 24;
const maxPx = 96;

/** Fades what is cut off, and points to what follows. At the end of the list it is behind the last, empty line. */
function MoreBelow() {
  return (
    <>
      <div
        aria-hidden="true"
        className="pointer-events-none sticky bottom-0 -mb-20 flex h-20 items-end justify-center bg-linear-to-t from-surface from-40% to-transparent"
      >
        <Icon name="chevron" className="size-8" />
      </div>
      <div className="relative h-20 bg-surface" />
    </>
  );
}

function Entries({ entries, isAvoided, own, theirs }: EntriesProps) {
  if (entries.length === 0) return null;
  return (
    <ul className="grid gap-[0.4em] pt-[0.5em]">
      {entries.map((entry) => (
        <li key={entry} className="flex items-center gap-[0.6em]">
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
  // The introduction is half as large as what it introduces.
  const size = name === 'allergy' ? 'text-[max(16px,0.5em)]' : '';
  return (
    <div className="min-w-0">
      <p {...getTextProps(theirs.code)} className={`leading-(--leading-script,1.2) font-semibold ${size}`}>
        {theirs.texts[name]}
      </p>
      {!areVariants(own.code, theirs.code) && (
        <p {...getTextProps(own.code)} className="text-[max(13px,0.35em)] text-muted">
          {own.texts[name]}
        </p>
      )}
    </div>
  );
}

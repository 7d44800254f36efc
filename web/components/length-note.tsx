import { limits } from '../../shared/limits.ts';
import { useDebounced } from '../browser/debounced.ts';
import { joinSentences } from '../language/sentences.ts';
import { shownLanguage } from '../language/shown-language.ts';
import * as texts from '../texts/site.ts';

/** Warns about a text that is too long, and tells screen readers the length left when typing pauses. */
export function LengthNote({ length, max, isFull }: LengthNoteProps) {
  const kept = limits.fieldCharacters.toLocaleString(shownLanguage);
  const note = joinSentences(isFull ? texts.notKept(kept) : undefined, describeLength(length, max));
  const announced = useDebounced(note, pauseMs, '');
  return (
    <div className="mt-2 text-sm font-medium text-danger empty:mt-0">
      {length > max && <p aria-hidden="true">{note}</p>}
      <p role="status" className="sr-only">
        {announced}
      </p>
    </div>
  );
}

interface LengthNoteProps {
  length: number;
  max: number;
  /** Whether the field holds no more. Longer text may have been cut. */
  isFull: boolean;
}

export function describeLength(length: number, max: number): string {
  const left = max - length;
  if (left > 0) return texts.charactersLeft(formatCharacters(left));
  if (left === 0) return texts.noCharactersLeft;
  const tooMany = texts.tooManyCharacters(formatCharacters(-left), max.toLocaleString(shownLanguage));
  const freeMax = limits.textCharacters.user;
  const offer = max < freeMax ? texts.freeAccountAllows(freeMax.toLocaleString(shownLanguage)) : undefined;
  return joinSentences(tooMany, offer);
}

function formatCharacters(count: number): string {
  return texts.characterCount(count, count.toLocaleString(shownLanguage));
}

const pauseMs = 1_000;

import { limits } from '../../shared/limits.ts';
import { useDebounced } from '../browser/debounced.ts';

/** Says that a text is nearly or completely too long; to screen readers only when typing pauses. */
export function LengthNote({ length, max }: LengthNoteProps) {
  const note = describeLength(length, max);
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
}

export function describeLength(length: number, max: number): string {
  const left = max - length;
  if (left > 0) return `${formatCharacters(left)} left.`;
  if (left === 0) return 'No characters left.';
  const more =
    max < limits.textCharacters.user
      ? ` A free account allows ${limits.textCharacters.user.toLocaleString('en')}.`
      : '';
  return `${formatCharacters(-left)} too many. Shorten the text to ${max.toLocaleString('en')} characters to translate it.${more}`;
}

function formatCharacters(count: number): string {
  return count === 1 ? '1 character' : `${count.toLocaleString('en')} characters`;
}

const pauseMs = 1_000;

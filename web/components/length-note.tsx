import { useEffect, useState } from 'react';
import { limits } from '../../shared/limits.ts';

/** Says that a text is nearly or completely too long; to screen readers only when typing pauses. */
export function LengthNote({ length, most }: LengthNoteProps) {
  const note = lengthNoteOf(length, most);
  const rested = useRested(note);
  return (
    <div className="mt-2 text-sm font-medium text-danger empty:mt-0">
      {length > most && <p aria-hidden="true">{note}</p>}
      <p role="status" className="sr-only">
        {rested}
      </p>
    </div>
  );
}

interface LengthNoteProps {
  /** Characters, as the server counts them. */
  length: number;
  most: number;
}

export function lengthNoteOf(length: number, most: number): string {
  const left = most - length;
  if (left > 0) return `${characters(left)} left.`;
  if (left === 0) return 'No characters left.';
  const more =
    most < limits.textCharacters.user
      ? ` A free account allows ${limits.textCharacters.user.toLocaleString('en')}.`
      : '';
  return `${characters(-left)} too many. Shorten the text to ${most.toLocaleString('en')} characters to translate it.${more}`;
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count.toLocaleString('en')} characters`;
}

function useRested(note: string): string {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(setRested, restMs, note);
    return () => clearTimeout(timer);
  }, [note]);
  return rested;
}

const restMs = 1_000;

import type { KeyboardEvent, MouseEvent } from 'react';

/** Ignores clicks by holding Enter, and the second of a double click, which would discard what the first one ended. */
export function onSingleTap(onTap: () => void) {
  return {
    onKeyDown: (event: KeyboardEvent) => event.repeat && event.preventDefault(),
    onClick: ({ detail }: MouseEvent) => detail <= 1 && onTap(),
  };
}

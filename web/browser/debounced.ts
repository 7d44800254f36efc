import { useEffect, useState } from 'react';

/** Follows a value once it has not changed for a while. */
export function useDebounced<Value>(value: Value, delayMs: number, initial = value): Value {
  const [debounced, setDebounced] = useState(initial);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
}

import { useEffect, useState } from 'react';

const announced = new Set<string>();

/**
 * For a text that stays true, such as a missing voice: announced the first time, and only shown after that.
 *
 * @param text undefined while the element is empty
 * @returns the role of the element that shows it
 */
export function useAnnouncedOnce(text: string | undefined): 'status' | undefined {
  const [first, setFirst] = useState<string>();
  useEffect(() => {
    if (text === undefined || announced.has(text)) return;
    announced.add(text);
    setFirst(text);
    return () => setFirst(undefined);
  }, [text]);
  return text === undefined || text === first || !announced.has(text) ? 'status' : undefined;
}

import { useEffect } from 'react';
import { canHighlight, spokenWord } from './speaker.ts';

/** Highlights the spoken word without a render. @param id of the element whose only child is the text */
export function useSpokenHighlight(id: string): void {
  useEffect(() => {
    if (!canHighlight()) return;
    const range = new Range();
    const ranges = CSS.highlights.get(name) ?? new Highlight();
    CSS.highlights.set(name, ranges);
    const update = () => {
      const word = spokenWord.get();
      const text = document.getElementById(id)?.firstChild;
      ranges.delete(range);
      if (!word || !(text instanceof Text) || word.end > text.length) return;
      range.setStart(text, word.start);
      range.setEnd(text, word.end);
      ranges.add(range);
    };
    update();
    const stop = spokenWord.subscribe(update);
    return () => {
      stop();
      ranges.delete(range);
    };
  }, [id]);
}

/** Also in the stylesheet. */
const name = 'spoken';

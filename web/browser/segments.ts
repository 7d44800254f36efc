/** The pieces of a text, which are the text again when joined. A browser without a dictionary divides it roughly. */
export function segment(text: string, granularity: keyof typeof rough): string[] {
  try {
    const segments = new Intl.Segmenter(undefined, { granularity }).segment(text);
    return Array.from(segments, (each) => each.segment);
  } catch {
    return text.match(rough[granularity]) ?? [];
  }
}

/** Without spaces between words, each character counts as one. */
const rough = {
  sentence: /[^.!?。！？]+[.!?。！？]*\s*|[.!?。！？]+\s*/gu,
  word: /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]\p{M}*|(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}])[\p{L}\p{M}\p{N}'’])+|[^\p{L}\p{N}]+?/gu,
  grapheme: /\P{M}\p{M}*|\p{M}+/gu,
};

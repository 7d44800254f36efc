/**
 * chrF2 of a corpus, 0 to 100: F-score of character n-grams up to 6 without white space, recall twice as heavy
 * (Popović 2015, as sacreBLEU counts it).
 */
export function measureChrF(translated: readonly string[], references: readonly string[]): number {
  let precision = 0;
  let recall = 0;
  for (let length = 1; length <= 6; length++) {
    const sum = { shared: 0, translated: 0, reference: 0 };
    for (const [index, text] of translated.entries()) {
      const [own, reference] = [countNgrams(text, length), countNgrams(references[index] ?? '', length)];
      for (const [ngram, count] of own) sum.shared += Math.min(count, reference.get(ngram) ?? 0);
      for (const count of own.values()) sum.translated += count;
      for (const count of reference.values()) sum.reference += count;
    }
    precision += (sum.shared / sum.translated || 0) / 6;
    recall += (sum.shared / sum.reference || 0) / 6;
  }
  return ((5 * precision * recall) / (4 * precision + recall) || 0) * 100;
}

function countNgrams(text: string, length: number): Map<string, number> {
  const characters = [...text.replaceAll(/\s/g, '')];
  const counts = new Map<string, number>();
  for (let start = 0; start + length <= characters.length; start++) {
    const ngram = characters.slice(start, start + length).join('');
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  }
  return counts;
}

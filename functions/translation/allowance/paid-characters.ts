/**
 * The cost of a translation, in characters at Amazon Translate's price. A short text counts as 20 characters, because
 * each call costs money too. With `isDetected`, Amazon Comprehend is billed as well: 1 dollar a million characters in
 * units of 100, at least 3 units (aws.amazon.com/comprehend/pricing), against Translate's 15 dollars a million.
 */
export function countPaidCharacters(length: number, { isDetected }: { isDetected: boolean }): number {
  const detection = isDetected ? Math.ceil((Math.max(3, Math.ceil(length / 100)) * 100) / 15) : 0;
  return Math.max(minCharacters, length) + detection;
}

export const minCharacters = 20;

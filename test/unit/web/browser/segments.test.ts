import { expect, onTestFinished, test } from 'vitest';
import { segment } from '../../../../web/browser/segments.ts';
import { highlight } from '../../../../web/translation/highlight.tsx';

const forbidden = function forbidden() {
  throw new RangeError('Segmenter is not allowed in this context.');
};

test.each([
  ['has a dictionary', Intl.Segmenter],
  // Firefox 115 to 124.
  ['has none', undefined],
  ['forbids it', forbidden],
])('where a browser %s, texts are divided and searched', (_, segmenter) => {
  const own = Object.getOwnPropertyDescriptor(Intl, 'Segmenter') as PropertyDescriptor;
  onTestFinished(() => void Object.defineProperty(Intl, 'Segmenter', own));
  Object.defineProperty(Intl, 'Segmenter', { ...own, value: segmenter });
  expect(segment('Hello there. How are you?', 'sentence')).toEqual(['Hello there. ', 'How are you?']);
  expect(segment('don’t go, now', 'word')).toEqual(['don’t', ' ', 'go', ',', ' ', 'now']);
  expect(segment('e\u0301a', 'grapheme')).toEqual(['e\u0301', 'a']);
  for (const text of ['我喜欢猫。Ja!', 'สวัสดี 12:30', '…  \n', '', 'नमस्ते']) {
    for (const granularity of ['sentence', 'word', 'grapheme'] as const)
      expect(segment(text, granularity).join('')).toBe(text);
  }
  expect(highlight('Un café', ['cafe'])).toEqual(['Un ', 'café']);
});

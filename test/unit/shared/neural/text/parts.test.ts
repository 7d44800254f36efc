import { expect, test } from 'vitest';
import { splitParts } from '../../../../../shared/neural/text/parts.ts';

test.each([
  ['Write to a.b-c@mail.example.org today', 'a.b-c@mail.example.org'],
  ['See the-news.example.co.uk/a today', 'the-news.example.co.uk/a'],
  ['Open a-b_c-2026.pdf today', 'a-b_c-2026.pdf'],
])('%j keeps its part', (text, part) => {
  expect(splitParts(text).map((piece) => [piece.kind, piece.text])).toEqual([
    ['language', text.slice(0, text.indexOf(part)).trim()],
    ['word', part],
    ['language', 'today'],
  ]);
});

test('white space belongs to both neighbours of a part', () => {
  expect(splitParts('  Open\t{name}\u3000now \n')).toEqual([
    { kind: 'language', text: 'Open', before: '  ', after: '\t' },
    { kind: 'word', text: '{name}', before: '\t', after: '\u3000' },
    { kind: 'language', text: 'now', before: '\u3000', after: ' \n' },
  ]);
});

test('a text made to be slow is split at once', () => {
  const parts = ['a.', 'a-', 'a_-', '-', '.', 'a@', 'a-a.', ' ', '/-', '<a', '%A-'];
  const slow = parts.map((part) => `a${part.repeat(4_990 / part.length)}!a`);
  const usual = 'See example.com: word-for-word. '.repeat(5_000 / 32);
  const measure = (texts: readonly string[]) => {
    const startedAt = performance.now();
    for (const text of texts) splitParts(text);
    return performance.now() - startedAt;
  };
  measure([usual]);
  expect(measure(slow)).toBeLessThan(25 * measure(parts.map(() => usual)));
});

import { describe, expect, test } from 'vitest';
import { hasWords } from '../../../../shared/text/words.ts';

describe('a text has no words', () => {
  test.each([
    '12:30',
    '١٢:٣٠',
    '3 × 4 = 12',
    '20,50 €',
    '$5',
    '5 km',
    '5kg, 20 °C, 120 km/h',
    '0.5 l',
    '10 µm',
    '500 MB',
    '12 m²',
    '😀',
    '👩‍👩‍👧‍👦 🇪🇸',
    'ℹ️',
    '1️⃣',
    '…!?',
    '¿?',
    'https://example.com',
    'https://example.com/a?b=c#d, (http://localhost:8000/).',
    'www.example.com',
    'example.com',
    'example.co.uk/path',
    'ada@example.com',
    'mailto:ada@example.com',
    '<ada+parley@example.co.uk>; 555-0100',
    '+44 20 7946 0000',
    '\u200b12\u200b',
  ])('%j', (text) => {
    expect(hasWords(text)).toBe(false);
  });
});

describe('a text has words', () => {
  test.each([
    'a',
    'OK',
    'Hola',
    '駅',
    'привет',
    'مرحبا',
    '12:30 am',
    'at 12:30',
    '3 men',
    '5 lemons',
    '5 miles',
    '1st',
    'Hola.amigo',
    'Yes.No',
    'write to ada@example.com',
    'see https://example.com',
    '😀 hi',
    '{name}',
    '@ada',
    'e\u0301',
    'Å',
  ])('%j', (text) => {
    expect(hasWords(text)).toBe(true);
  });
});

test('a text made to be slow is judged at once', () => {
  const texts = ['.', '@', 'a', 'a.', '9 ', '9m', 'a@', '-', 'a-', '/', '\u0301', ' ', 'w.', '(a'].flatMap(
    (part) => [part.repeat(5_000 / part.length), `${part.repeat(4_990 / part.length)}!a`],
  );
  const startedAt = performance.now();
  for (const text of texts) hasWords(text);
  const referenceAt = performance.now();
  for (const text of texts) for (let turn = 0; turn < 50; turn++) text.replace(/\p{L}/gu, '');
  expect(referenceAt - startedAt).toBeLessThan(performance.now() - referenceAt);
});

import { expect, test } from 'vitest';
import { describeLength } from '../../../../web/components/length-note.tsx';

test.each([
  [950, 1_000, '50 characters left.'],
  [999, 1_000, '1 character left.'],
  [1_000, 1_000, 'No characters left.'],
  [
    1_001,
    1_000,
    '1 character over the limit. Shorten the text to 1,000 characters or fewer. With a free account you get 5,000.',
  ],
  [7_345, 5_000, '2,345 characters over the limit. Shorten the text to 5,000 characters or fewer.'],
])('%i of %i characters', (length, most, note) => {
  expect(describeLength(length, most)).toBe(note);
});

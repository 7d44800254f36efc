import { expect, test } from 'vitest';
import { getAnswerSize } from '../../../../web/translation/result/translation-card.tsx';

test('an answer under 60 characters has the largest size, and longer ones step down', () => {
  const sizes = [1, 59, 60, 139, 140, 399, 400].map(
    (length) => getAnswerSize('a'.repeat(length)).split(' ')[0],
  );
  expect(sizes).toEqual([
    'text-translation',
    'text-translation',
    'text-sentence',
    'text-sentence',
    'text-paragraph',
    'text-paragraph',
    'text-lg',
  ]);
});

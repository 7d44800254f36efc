import { expect, test } from 'vitest';
import { formatClock } from '../../../../../web/translation/input/record-button.tsx';

test('a recording’s clock reads minutes and seconds', () => {
  expect([0, 7, 30, 61].map(formatClock)).toEqual(['0:00', '0:07', '0:30', '1:01']);
});

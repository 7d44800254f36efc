import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { rich } from '../../../web/language/rich.ts';

test('elements stand where the text wants them, and every text is alone in its element', () => {
  const text = 'Delete <b>it</b>? Type <word/>.';
  const { container } = render(<p>{rich(text, { word: <i>YES</i>, b: (inner) => <b>{inner}</b> })}</p>);
  expect(container.innerHTML).toBe(
    '<p><span>Delete </span><b>it</b><span>? Type </span><i>YES</i><span>.</span></p>',
  );
});

import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Dialog } from '../../../../web/components/dialogs/dialog.tsx';
import { touch } from '../../../support/component/touch.ts';

test('a press outside a dialog closes it, but no drag from inside', () => {
  const onClose = vi.fn<() => void>();
  render(
    <Dialog title="Delete this?" onClose={onClose}>
      <p>It cannot be undone.</p>
    </Dialog>,
  );
  // The backdrop belongs to the dialog, and a drag clicks what both ends share.
  const backdrop = screen.getByRole('dialog');
  fireEvent.pointerDown(screen.getByText('It cannot be undone.'));
  fireEvent.click(backdrop);
  touch(screen.getByText('It cannot be undone.'));
  expect(onClose).not.toHaveBeenCalled();
  touch(backdrop);
  expect(onClose).toHaveBeenCalledOnce();
});

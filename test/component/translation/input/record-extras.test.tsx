import { fireEvent, render } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RecordExtras } from '../../../../web/translation/input/record-extras.tsx';

test('Escape cancels the recording, unless it closes a dialog, a suggestion or speech', () => {
  const onCancel = vi.fn<() => void>();
  render(<RecordExtras phase="listening" onCancel={onCancel} />);
  const pressEscape = () => fireEvent.keyDown(document.body, { key: 'Escape' });

  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.showModal();
  pressEscape();
  dialog.close();
  // In Safari, as an input method ends.
  fireEvent.keyDown(document.body, { key: 'Escape', keyCode: 229 });
  const endSpeech = (event: Event) => event.preventDefault();
  document.addEventListener('keydown', endSpeech, true);
  onTestFinished(() => document.removeEventListener('keydown', endSpeech, true));
  pressEscape();
  expect(onCancel).not.toHaveBeenCalled();

  document.removeEventListener('keydown', endSpeech, true);
  pressEscape();
  expect(onCancel).toHaveBeenCalledOnce();
});

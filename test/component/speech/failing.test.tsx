import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  button,
  card,
  giveMicrophone,
  openTranslator,
  pass,
  tap,
  toast,
  typedText,
  until,
} from '../../support/component/voice.ts';

const denied = 'Microphone permission denied. Please allow microphone access and try again.';
const missing = 'No microphone found. Please check your audio devices.';
const busy = 'Recording failed: the microphone is in use or was disconnected';

/** As browsers refuse a microphone. */
const refusals: [Error, string][] = [
  [new DOMException('Permission denied', 'NotAllowedError'), denied],
  [new DOMException('The operation is insecure.', 'SecurityError'), denied],
  [new DOMException('Requested device not found', 'NotFoundError'), missing],
  [new DOMException('', 'OverconstrainedError'), missing],
  [new DOMException('Could not start audio source', 'NotReadableError'), busy],
  [new DOMException('Starting audioinput failed', 'AbortError'), busy],
  [new DOMException('Invalid state', 'InvalidStateError'), 'Recording failed: Invalid state'],
  [new TypeError('audio must be requested'), 'Recording failed: audio must be requested'],
];

describe.each([
  ['a guest without a recogniser', false],
  ['Premium', true],
])('for %s', (_who, isPremium) => {
  test.each(refusals)(
    'a microphone refused by %s leaves the page and the typed text, and says why',
    async (refusal, text) => {
      giveMicrophone(() => Promise.reject(refusal));
      await openTranslator({ isPremium });
      fireEvent.change(typedText(), { target: { value: 'the house' } });
      tap('Start recording');
      await until(() => button('Start recording'));
      await until(() => expect(toast('Voice Input Issue').textContent).toContain(text));
      expect(typedText().value).toBe('the house');
      // The toast has gone.
      await pass(4_000);
      within(card('Speech input')).getByText(text);
      expect(screen.getAllByText(text).filter(isVisible)).toHaveLength(1);
    },
  );
});

function isVisible(element: HTMLElement): boolean {
  return element.closest('.invisible, [data-state=closed]') === null;
}

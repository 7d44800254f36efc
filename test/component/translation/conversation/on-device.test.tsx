import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { goOnline } from '../../../support/component/translator.ts';
import { button, openTranslator, pass, tap, until } from '../../../support/component/voice.ts';

beforeEach(() => {
  const translateHere = async () => ({ translatedText: 'the table', isOnDevice: true });
  vi.doMock('../../../../web/offline/translation/translate-here.ts', () => ({ translateHere }));
  onTestFinished(() => vi.doUnmock('../../../../web/offline/translation/translate-here.ts'));
});

test('a turn that the device translated says so to its speaker, and online offers the server’s translation', async () => {
  const page = await openTranslator({ answers: { 'translation.translate': undefined } });
  tap('Conversation');
  await until(() => button('Speak English (US)'));
  await goOnline(false);
  if (!screen.queryByLabelText('Text in Spanish')) tap('Type in Spanish');
  const area = screen.getByLabelText('Text in Spanish');
  fireEvent.change(area, { target: { value: 'la mesa' } });
  fireEvent.keyDown(area, { key: 'Enter' });
  await until(() => half('Your side').getByText('the table'));
  half('Their side').getByText('Translated on this device.');
  expect(half('Your side').queryByText('Translated on this device.')).toBeNull();
  expect(screen.queryByText('Translate online')).toBeNull();
  page.answer({ 'translation.translate': { translatedText: 'the desk' } });
  await goOnline(true);
  await act(async () => half('Their side').getByText('Translate online').click());
  await until(() => half('Your side').getByText('the desk'));
  await pass(0);
  expect(screen.queryByText('Translated on this device.')).toBeNull();
});

function half(side: 'Your side' | 'Their side') {
  return within(screen.getByLabelText(side));
}

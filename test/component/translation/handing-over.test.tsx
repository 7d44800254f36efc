import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { giveRecogniser, giveVoice } from '../../support/component/devices.ts';
import type { OpenPage } from '../../support/component/page.tsx';
import { guestWith } from '../../support/component/statuses.ts';
import {
  button,
  hear,
  openTranslator,
  pass,
  tap,
  translateTyped,
  typedText,
  until,
  untilTranslated,
} from '../../support/component/voice.ts';

let page: OpenPage;

beforeEach(() => {
  giveRecogniser();
  giveVoice();
});

test('the other person answers under the shown translation, the answer is shown and read, and closing returns', async () => {
  await show();
  const label = await until(() => view().getByText('Toque y hable'));
  expect(label.lang).toBe('es');
  const answer = label.closest('button') as HTMLElement;
  expect(document.getElementById(`${answer.getAttribute('aria-describedby')}`)?.textContent).toBe(
    'Listens to Spanish, and shows the answer in English (US).',
  );
  tap('Flip');
  expect(shown().closest('[data-flipped]')).not.toBeNull();
  fireEvent.click(answer);
  await pass(1_000);
  await hear('buenas');
  expect(screen.getAllByTestId('interim').map(({ lang }) => lang)).toContain('es');
  await hear('buenas noches', 0.9);
  await until(() => expect(shown().textContent).toBe('good night'));
  // Upright again, for the visitor, who can answer in turn.
  expect(shown().closest('[data-flipped]')).toBeNull();
  view().getByText('Tap and speak');
  await pass(200);
  expect(window.voice.said.at(-1)).toMatchObject({ text: 'good night', lang: 'en-US' });
  const asked = page.asked.filter(([id]) => id === 'translation.translate').map(([, body]) => body);
  expect(asked.at(-1)).toMatchObject({
    text: 'buenas noches',
    sourceLanguage: 'es-ES',
    targetLanguage: 'en-US',
  });

  fireEvent.click(view().getByText('Close'));
  await until(() => expect(document.querySelector('dialog')).toBeNull());
  expect([typedText().value, screen.getByTestId('translation').textContent]).toEqual([
    'the house',
    'la casa',
  ]);
  expect(document.activeElement).toBe(button('Show'));
});

test('an answer that fails can be said again, in the same language', async () => {
  await show();
  fireEvent.click(await until(() => view().getByText('Toque y hable')));
  await pass(1_000);
  await act(async () => window.recogniser.fail('audio-capture'));
  await until(() => view().getAllByText('No microphone detected. Please check your microphone connection.'));
  expect(shown().textContent).toBe('la casa');
  fireEvent.click(view().getByText('Toque y hable'));
  await pass(3_000);
  await until(() => expect(window.recogniser.isAtWork).toBe(true));
  await hear('buenas noches', 0.9);
  await until(() => expect(shown().textContent).toBe('good night'));
  const asked = page.asked.filter(([id]) => id === 'translation.translate').map(([, body]) => body);
  expect(asked.at(-1)).toMatchObject({ sourceLanguage: 'es-ES', targetLanguage: 'en-US' });
});

test('a phone that is tilted away turns the text, and back, unless the browser asks for it', async () => {
  vi.stubGlobal('DeviceOrientationEvent', class {});
  onTestFinished(() => void vi.unstubAllGlobals());
  await show();
  const tilt = (beta: number) =>
    act(() => void dispatchEvent(Object.assign(new Event('deviceorientation'), { beta })));
  tilt(60);
  tilt(5);
  expect(shown().closest('[data-flipped]')).toBeNull();
  tilt(-30);
  expect(shown().closest('[data-flipped]')).not.toBeNull();
  tilt(5);
  expect(shown().closest('[data-flipped]')).not.toBeNull();
  tilt(50);
  expect(shown().closest('[data-flipped]')).toBeNull();
});

test('Back closes the view and nothing else', async () => {
  await show();
  const { length } = history;
  await act(async () => history.back());
  await until(() => expect(document.querySelector('dialog')).toBeNull());
  expect([location.pathname, typedText().value]).toEqual(['/', 'the house']);
  // Closing by its button leaves no entry behind.
  tap('Show');
  await until(shown);
  expect([history.state.isView, history.length]).toEqual([true, length]);
  fireEvent.click(view().getByText('Close'));
  await until(() => expect(history.state?.isView).toBeUndefined());
  expect(document.querySelector('dialog')).toBeNull();
});

async function show(): Promise<void> {
  page = await openTranslator({ answers: { 'billing.status': guestWith(3) } });
  translateTyped('the house');
  await untilTranslated('la casa');
  // By now the rest of the page has loaded.
  await pass(10_000);
  button('Show').focus();
  tap('Show');
  await until(shown);
}

function shown(): HTMLElement {
  return screen.getByTestId('shown');
}

function view() {
  return within(document.querySelector('dialog') as HTMLElement);
}
